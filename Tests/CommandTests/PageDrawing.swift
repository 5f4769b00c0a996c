import Foundation
import TestSupport

/// A drawing of three pages of different sizes, each with ink of its own colour, of which the second is shown; and a
/// recording that draws on three pages.
enum PageDrawing {
  static let sizes = [[300, 200], [150, 250], [400, 100]]

  static func write(to folder: TemporaryFolder, named name: String = "three.touchreel.json") throws -> String {
    func line(_ id: Int, _ color: String, _ points: String) -> String {
      #"{"id":\#(id),"operation":"add","shape":{"type":"line",\#(points),"stroke":{"color":"\#(color)","width":10}}}"#
    }
    func page(_ id: Int, _ number: Int, _ color: String) -> String {
      let paper = #""size":\#(sizes[number - 1]),"background":{"type":"color","color":"\#(color)"}"#
      return #"{"id":\#(id),"operation":"addPage","page":\#(number),\#(paper)}"#
    }
    let others = [
      page(2, 2, "#ffffccff"), line(3, "#00aa00ff", #""from":[10,10],"to":[140,240]"#), page(4, 3, "#ccffffff"),
      line(5, "#0000ffff", #""from":[10,50],"to":[390,50]"#), line(6, "#0000ffff", #""from":[200,10],"to":[200,90]"#),
      #"{"id":7,"operation":"turn","page":2}"#,
    ]
    let text = """
      {"version":1,"size":\(sizes[0]),"background":{"type":"color","color":"#ffffffff"},
      "operations":[\(line(1, "#ff0000ff", #""from":[20,20],"to":[280,180]"#))],
      "pages":[\(others.joined(separator: ",\n"))]}
      """
    return try folder.write(text, to: name)
  }

  static func message(_ command: String, _ value: String? = nil) -> BoardRecording.Step {
    .text(#"{"version":1,"command":"\#(command)"\#(value.map { ",\"value\":\($0)" } ?? "")}"#)
  }

  /// A stroke on each of three pages; the second page is shown at the end.
  static let recording = BoardRecording([
    .stroke((100, 100), (900, 100)), message("addPage", #"{"size":[600,800]}"#),
    message("color", ##""#ff0000ff""##), .stroke((100, 400), (900, 100)),
    .stroke((500, 50), (500, 450)), message("undo"), message("addPage"), .stroke((200, 100), (800, 400)),
    message("page", "2"),
  ])

  /// A page that grows from 1000x500 points, on which the device lies: the first stroke ends at 900 and gives it a
  /// second step across, the second one ends at 400 and gives it another step downward.
  static let endless = BoardRecording([
    message("size", "[1000,500]"), message("pageSize", #"{"size":[1000,500],"endless":true}"#),
    .stroke((100, 100), (900, 100)),
    .stroke((100, 100), (100, 400)),
  ])

  /// The same with a page turned at the end.
  static func recording(turnedTo page: Int) -> BoardRecording {
    BoardRecording(recording.steps.dropLast() + [message("page", "\(page)")])
  }
}
