import Testing

/// What git does and libgit2 leaves out, and repositories in which libgit2 does harm: each is done by the git
/// program, or refused with the reason, and never passed over.
@Suite("Guards")
enum GuardTests {}
