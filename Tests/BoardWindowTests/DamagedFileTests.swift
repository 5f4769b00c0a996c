import Testing

@testable import BoardWindow

struct DamagedFileTests {
  @Test func `A window says what was lost without the words of the command line`() {
    let warning =
      "offset 114: chunk: zstd cannot decompress it (Data corruption detected): 23 frames lost; touchreel salvage FILE -o OUT writes what can be read"
    #expect(DamagedFile(warning)?.message.contains("damaged: 23 frames lost.") == true)
  }

  @Test func `Other warnings stay as they are`() {
    #expect(DamagedFile("offset 30655: the file is truncated inside a record") == nil)
  }
}
