import Testing
import VaultFormat

@Suite("Sizes as text")
struct ByteCountTests {
  @Test(
    "what is read",
    arguments: [
      ("0", 0), ("1048576", 1 << 20), ("25 MiB", 25 << 20), ("25mb", 25 << 20), ("25M", 25 << 20),
      (" 3 k ", 3 << 10),
      ("2GiB", 2 << 30), ("7 b", 7), ("8589934591 G", 8_589_934_591 << 30), ("", nil), ("MiB", nil),
      ("-1", nil),
      ("1.5 MB", nil), ("1 TB", nil), ("9223372036854775808", nil), ("8589934592 G", nil),
      ("٣", nil), ("1 M x", nil),
    ] as [(String, Int64?)])
  func read(_ text: String, _ bytes: Int64?) {
    #expect(ByteCount(text)?.bytes == bytes)
  }

  @Test(
    "what is written",
    arguments: [
      (0, "0 bytes"), (1, "1 byte"), (1023, "1023 bytes"), (1024, "1 KiB"), (1536, "1.5 KiB"),
      (17 << 10, "17 KiB"),
      (17 << 10 | 512, "18 KiB"), (1_048_575, "1 MiB"), (25 << 20, "25 MiB"), (.max, "8 EiB"),
      (-5, "-5 bytes"),
    ] as [(Int64, String)])
  func written(_ bytes: Int64, _ text: String) {
    #expect(ByteCount(bytes).description == text)
  }
}
