import Testing

@testable import TouchReelDrawingFiles

/// SHA-256.
struct SHA256Tests {
  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `The digests are those of the standard`(text: String, digest: String) {
    #expect(hexadecimal(SHA256.digest(of: Array(text.utf8))) == digest)
  }

  @Test func `The digest does not depend on the parts`() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let whole = SHA256.digest(of: bytes)
    for size in [1, 3, 63, 64, 65, 200, 999] {
      var hash = SHA256()
      for start in stride(from: 0, to: bytes.count, by: size) {
        hash.add(bytes[start..<min(start + size, bytes.count)])
      }
      #expect(hash.digest() == whole, "parts of \(size)")
    }
  }
}
