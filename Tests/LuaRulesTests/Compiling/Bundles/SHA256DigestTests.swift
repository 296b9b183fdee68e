import LuaRules
import Testing

struct SHA256DigestTests {
  // SOURCE: the examples of NIST for FIPS 180-4.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqr"
        + "lmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func `a text has the digest of the standard`(_ text: String, digits: String) {
    #expect(SHA256Digest(of: text.utf8).digits == digits)
  }

  @Test func `a digest does not depend on how the bytes lie in memory`() {
    let bytes = (0..<200).map { UInt8($0) }
    #expect(SHA256Digest(of: bytes[10..<150]) == SHA256Digest(of: Array(bytes[10..<150])))
  }

  @Test(arguments: [
    String(repeating: "a", count: 63), String(repeating: "a", count: 65),
    String(repeating: "A", count: 64), String(repeating: "g", count: 64), "",
  ])
  func `a text is no digest`(_ text: String) {
    #expect(!SHA256Digest.isDigits(text))
    #expect(SHA256Digest.isDigits(String(repeating: "a", count: 64)))
  }
}
