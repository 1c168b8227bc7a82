/// A certificate for 127.0.0.1 that vouches for itself, for a hundred years; its key guards nothing.
enum TestCertificate {
  static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBkDCCATagAwIBAgIUBIawrrK1t/uPDnIKLqb9ojrQXCowCgYIKoZIzj0EAwIw
    FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyMTEyMDIyN1oYDzIxMjYxMDI4
    MTIwMjI3WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
    PQMBBwNCAATEJRXd5QN8gnc/CGrp7oye5Am/KItT2r8FrsWQjSkwuCMMERTZePXh
    VwB5VQPH8mX+NOfcwvoiOyjn4hauGVNMo2QwYjAdBgNVHQ4EFgQU7xWJPbArbsWR
    dnlhHohDZAFL0qcwHwYDVR0jBBgwFoAU7xWJPbArbsWRdnlhHohDZAFL0qcwDwYD
    VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0gAMEUC
    IQC9BM7Xs6gWCc6cxxzWhyGpcUWASbzh8s0Iq1r2JXLBCAIgSKBu/PUK/bHDkJAs
    8rT4/NXKTlyzuvVm9AA0C2NVyIE=
    -----END CERTIFICATE-----

    """

  static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQghELLH11ZrKsxFMy9
    S43bE+I1Wt59vQ+k8/uUIUkHKrOhRANCAATEJRXd5QN8gnc/CGrp7oye5Am/KItT
    2r8FrsWQjSkwuCMMERTZePXhVwB5VQPH8mX+NOfcwvoiOyjn4hauGVNM
    -----END PRIVATE KEY-----

    """

  /// A key of no certificate.
  static let otherKey = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgTsvfWMlZH3r/e2HY
    HcBBPkyaU7/vONGqYH8+CY/LDlWhRANCAASy7Uv/efCkixB8dCUwmKhTKD5fHerj
    l7KMh7+DWncEbYids0K1Nf3s9xVltJGWICqf6ZqtT3KlwFFkjeg7Va+w
    -----END PRIVATE KEY-----

    """
}
