import Testing

@testable import TouchReelBoardWindow

struct DamagedFileTests {
  @Test func `A window says what was lost without the words of the command line`() {
    let warning =
      "offset 114: chunk: zstd cannot decompress it (Data corruption detected): 23 frames lost; touchreel salvage FILE -o OUT writes what can be read"
    #expect(DamagedFile(warning)?.message.contains("damaged (23 frames lost).") == true)
  }

  @Test(
    arguments: [
      "offset 30655: the file is truncated inside a record",
      "offset 4836: the recording was not finished: it ends after its last whole chunk",
    ])
  func `A window says of a recording that ends early that it can be saved`(_ warning: String) {
    #expect(DamagedFile(warning)?.message.contains("(its end is missing, as after a crash).") == true)
  }

  @Test func `Other warnings stay as they are`() {
    #expect(DamagedFile("line 7: not an event") == nil)
  }
}
