import Foundation
import TestSupport
import Testing

/// What editors on Windows write before text is not part of it.
@Suite(.slow)
struct ByteOrderMarkTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let texts = [
    #"{"version":1,"size":[100,100],"background":{"type":"color","color":"white"},"operations":[]}"#,
    #"{"size":[100,100],"shapes":[]}"#,
    #"{"type":"excalidraw","elements":[{"type":"rectangle","x":1,"y":2,"width":30,"height":40}]}"#,
    // Cut off inside the second element.
    #"{"type":"excalidraw","elements":[{"type":"rectangle","x":1,"y":2,"width":30,"height":40},{"ty"#,
    #"{"word":"dot","drawing":[[[10,100],[50,50],[0,20]]]}"#,
    "<ink><trace>0 0, 10 10</trace></ink>",
  ]

  @Test(arguments: texts) func `Drawings are the same with one and without`(text: String) throws {
    let (plain, marked) = (try folder.write(text, to: "plain"), try folder.write("\u{FEFF}" + text, to: "marked"))
    let expected = try Touchreel.succeed("info", plain).text
    #expect(try Touchreel.succeed("info", marked).text == expected.replacingOccurrences(of: plain, with: marked))
  }

  @Test(arguments: [texts[0], texts[2], texts[5]])
  func `A drawing from a pipe is refused as a drawing by what needs touches`(text: String) throws {
    for arguments in [["dump", "-"], ["dump", "--touches", "-"]] {
      let outcome = try Programs.run(Touchreel.path, arguments, input: Data(text.utf8))
      #expect(outcome.status == 1 && outcome.text.isEmpty, "\(outcome)")
      #expect(outcome.errors.hasPrefix("touchreel: standard input: is a drawing, which has no touches"), "\(outcome)")
    }
  }
}
