import Testing
import TouchReelByteStreams

@testable import TouchReelBoardWindow

struct PlainErrorTests {
  private func plain(_ message: String) -> String { FileError(file: "a.txt", message: message).plainDescription }

  @Test func `A window says what is wrong with a file without the advice of the command line`() {
    let unknown = "is not a recording that touchreel knows (known: mcap, raw24); name a recording"
    #expect(plain(unknown) == "a.txt: is not a recording that touchreel knows")
    #expect(plain("is empty; name a recording, or record again") == "a.txt: is empty")
    let full = "no space is left on the disk; what was recorded before can be read"
    #expect(plain(full) == "a.txt: \(full)")
  }
}
