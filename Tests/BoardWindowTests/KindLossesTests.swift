import SystemPackage
import Testing
import TouchReelDrawingFiles

@testable import TouchReelBoardWindow

/// What a kind of file cannot hold is asked about before it is written.
@MainActor
struct KindLossesTests {
  private static let lines = [
    "the board's size is left out: a scene has no edges", "1 × a dashed line is drawn without gaps",
    "3 × a text is left out, which InkML does not have", "2 × translucent white ink is not seen",
  ]

  @Test func `The worst are first`() {
    let losses = KindLosses(Self.lines)
    #expect(losses.lines == [Self.lines[2], Self.lines[3], Self.lines[1], Self.lines[0]])
    let text = LossQuestion.text(of: losses, lines: 2)
    #expect(text.contains("• 3 × a text is left out") && text.contains("and 2 more kinds"))
    #expect(!text.contains("dashed"))
  }

  @Test func `What was agreed to is not asked about again, and anything new is`() {
    let document = Document(path: "a.inkml", kind: .drawing(.inkml))
    var replaced = ReplacedFiles()
    let losses = KindLosses(["1 × a text is left out"])
    #expect(replaced.mustAsk(about: losses, document))
    replaced.agree(to: losses, document)
    #expect(!replaced.mustAsk(about: KindLosses(["7 × a text is left out"]), document))
    #expect(replaced.mustAsk(about: KindLosses(["1 × a text is left out", "an image is left out"]), document))
    #expect(replaced.mustAsk(about: losses, Document(path: "b.inkml", kind: .drawing(.inkml))))
  }

  @Test func `What every scene lacks is no question`() {
    let document = Document(path: "a.excalidraw", kind: .drawing(.excalidraw))
    #expect(!ReplacedFiles().mustAsk(about: KindLosses([Self.lines[0]]), document))
    #expect(!ReplacedFiles().mustAsk(about: KindLosses([]), document))
  }
}
