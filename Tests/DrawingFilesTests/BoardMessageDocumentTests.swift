import Foundation
import TestSupport
import Testing
import TouchReelDrawingFiles

/// `docs/board-messages.md` says what the schema says.
struct BoardMessageDocumentTests {
  private let text: String
  private let schema: [String: Any]

  init() throws {
    text = try Checkout.text("docs/board-messages.md")
    let object = try JSONSerialization.jsonObject(with: Data(BoardMessage.schema.utf8))
    schema = try #require(object as? [String: Any])
  }

  private var commands: [String] {
    let properties = schema["properties"] as? [String: Any]
    return (properties?["command"] as? [String: Any])?["enum"] as? [String] ?? []
  }

  /// What stands in backticks.
  private func quoted(_ text: some StringProtocol) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
  }

  /// The rows of tables by their first cell.
  private var rows: [String: [Substring]] {
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { $0.split(separator: "|").map { $0 } }
    return Dictionary(rows.map { (quoted($0[0]).first ?? "", $0) }) { $1 }
  }

  /// Every list of words of the schema, without the command line's spellings, that messages take besides.
  private func wordLists(_ value: Any) -> [[String]] {
    if let list = value as? [Any] { return list.flatMap(wordLists) }
    guard let object = value as? [String: Any] else { return [] }
    let own = (object["enum"] as? [String]).map { [$0.filter { !$0.contains("-") }] } ?? []
    return own + object.values.flatMap(wordLists)
  }

  @Test func `Every command has a row`() {
    #expect(commands.count == 63)
    for command in commands { #expect(rows[command] != nil, "\(command)") }
  }

  @Test func `Settings that are a word list the schema's words`() throws {
    var count = 0
    for rule in schema["oneOf"] as? [[String: Any]] ?? [] {
      let properties = rule["properties"] as? [String: [String: Any]]
      guard let command = properties?["command"]?["const"] as? String,
        let words = properties?["value"]?["enum"] as? [String]
      else { continue }
      let row = try #require(rows[command], "\(command)")
      #expect(quoted(row[1].split(separator: ":")[0]) == words.filter { !$0.contains("-") }, "\(command)")
      #expect(words.contains(quoted(row[2]).first ?? ""), "\(command)")
      count += 1
    }
    #expect(count == 19)
  }

  @Test func `Every word of the schema is in the document`() {
    let written = Set(quoted(text.replacingOccurrences(of: "```", with: "")))
    for list in wordLists(schema) {
      #expect(list.filter { !written.contains($0) } == [])
    }
  }

  @Test func `Every example is understood and there is one of each command with an object`() throws {
    let blocks = text.components(separatedBy: "```json\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    let lines = blocks.flatMap { $0.split(separator: "\n") }
    #expect(lines.count > 25)
    var seen: Set<String> = []
    for line in lines {
      let command = try BoardMessage.decode(Array(line.utf8))
      let again = try BoardMessage.decode(BoardMessage.encode(command))
      #expect(again == command, "\(line)")
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      seen.insert(object?["command"] as? String ?? "")
    }
    let words = [
      "join", "pattern", "speed", "coloring", "theme", "cancelledInk", "marks", "erasing", "eraserEnd", "selecting",
      "handles", "dragging", "textAlign",
    ]
    #expect(Set(commands).subtracting(seen).subtracting(words) == [])
  }
}
