import Testing
import TouchReelDrawingFiles
import TouchReelDrawings

struct ImageNameTests {
  /// FIPS 180-4's examples, and lengths around a block's end; what is expected is what `sha256sum` gives.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ]) func `An image's name is the SHA-256 of its file`(text: String, name: String) {
    #expect(ImageID(of: Array(text.utf8)).rawValue == name)
  }

  @Test func `A million letters have the name that the standard says`() {
    let million = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    #expect(ImageID(of: million).rawValue == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test(arguments: [
    (55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
    (64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
  ]) func `A file that ends with a block, or just before its end, has its name`(count: Int, name: String) {
    #expect(ImageID(of: [UInt8](repeating: UInt8(ascii: "a"), count: count)).rawValue == name)
  }
}
