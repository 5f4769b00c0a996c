package import SystemPackage
package import TouchReelByteStreams

/// A file of prompts: a line for each, and lines that begin with a word and a colon for everything else
/// (docs/studies.md).
package struct PromptsFile: Hashable, Sendable {
  /// Longer files are refused.
  package static let byteLimit = 4 << 20

  package let study: Study
  /// The content as it was read, which tells studies apart.
  package let bytes: [UInt8]
  /// Where the pictures are that it names.
  package let folder: FilePath

  /// Whether the pictures have to be there that a file names.
  package enum Pictures: Sendable {
    case required, unseen
  }

  /// Reads a file.
  ///
  /// - Throws: with the number of the line that cannot be understood, or whose picture is not there.
  package init(_ path: FilePath, pictures: Pictures = .unseen) throws(FileError) {
    guard (try? path.stat().type) != .directory else {
      throw FileError(file: path.readable, message: "is a folder; name the file of prompts in it")
    }
    let file = try FileBytes(path: path)
    let bytes = try file.everything(limit: Self.byteLimit)
    try self.init(bytes, name: file.name, folder: path.removingLastComponent(), pictures: pictures)
  }

  /// - Parameters:
  ///   - bytes: the content of the file.
  ///   - name: of the file, for messages.
  ///   - folder: where the pictures are that it names.
  ///   - pictures: whether they have to be there.
  package init(
    _ bytes: [UInt8], name: String, folder: FilePath, pictures: Pictures = .unseen
  ) throws(FileError) {
    var parser = PromptsParser(name, picturesIn: pictures == .required ? folder : nil)
    let content = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes[3...] : bytes[...]
    for line in content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      try parser.read(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }
    (study, self.bytes, self.folder) = (try parser.finish(), bytes, folder)
  }

  /// The file of a prompt's picture; `nil` without one.
  package func picture(of prompt: StudyPrompt) -> FilePath? {
    prompt.picture.map { folder.pushing(FilePath($0)) }
  }
}

/// Reads the lines of a file of prompts one by one.
private struct PromptsParser {
  private let name: String
  /// Where pictures have to be; `nil` if they need not.
  private let folder: FilePath?
  private var line = 0
  private var study = Study()
  /// What the prompts that follow are to be drawn with, and by which hand.
  private var means = StudyPrompt.Means.any
  private var hand = StudyPrompt.Hand.any

  init(_ name: String, picturesIn folder: FilePath?) { (self.name, self.folder) = (name, folder) }

  mutating func read(_ bytes: ArraySlice<UInt8>) throws(FileError) {
    line += 1
    guard let text = String(validating: bytes, as: UTF8.self) else { throw fault("is not UTF-8") }
    guard text.unicodeScalars.allSatisfy({ $0 == "\t" || $0.properties.generalCategory != .control }) else {
      throw fault("has control characters; prompts are plain text")
    }
    let trimmed = text.trimmed
    guard !trimmed.isEmpty, !trimmed.hasPrefix("#") else { return }
    guard let (key, value) = Self.keyed(trimmed) else { return add(.prompt(prompt(.word, trimmed))) }
    try take(key, value)
  }

  func finish() throws(FileError) -> Study {
    guard !study.prompts.isEmpty else {
      throw FileError(file: name, message: "has no prompts; write one on each line")
    }
    guard study.trialCount <= Study.trialLimit else {
      throw FileError(
        file: name, message: "has \(study.trialCount) trials for each participant; \(Study.trialLimit) is the most")
    }
    return study
  }

  /// A line that begins with lower-case words and a colon, such as `break every: 20`.
  private static func keyed(_ text: String) -> (key: String, value: String)? {
    guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else { return nil }
    let key = String(text[..<colon])
    let after = text.index(after: colon)
    guard key.utf8.allSatisfy({ (0x61...0x7a).contains($0) || $0 == 0x20 }) || keys.contains(key.lowercased()),
      after == text.endIndex || text[after].isWhitespace
    else { return nil }
    return (key.lowercased(), String(text[after...]).trimmed)
  }

  private mutating func take(_ key: String, _ value: String) throws(FileError) {
    switch key {
    case "word": add(.prompt(prompt(.word, try required(value, of: key))))
    case "picture": try addPicture(.picture, value, of: key)
    case "trace": try addPicture(.trace, value, of: key)
    case "break": add(.rest(value))
    case "title": study.title = value
    case "welcome": study.welcome += (study.welcome.isEmpty ? "" : "\n") + value
    case "ask": try ask(value)
    case "with": means = try choice(value, of: key)
    case "hand": hand = try choice(value, of: key)
    case "order": study.order = try choice(value, of: key)
    case "seed": study.seed = try number(value, of: key, UInt64.min...UInt64.max)
    case "repeat": study.repeats = try number(value, of: key, Study.repetitions)
    case "break every": study.restAfter = try number(value, of: key, 1...Study.trialLimit)
    case "width": study.strokeWidth = try width(value)
    default:
      throw fault(
        "'\(key):' is nothing that a study has; write 'word: \(key): …' to show it. There are "
          + Self.keys.joined(separator: ", "))
    }
  }

  private static let keys = [
    "word", "picture", "trace", "break", "break every", "title", "welcome", "ask", "with", "hand", "order", "seed",
    "repeat", "width",
  ]

  private mutating func add(_ item: Study.Item) { study.items.append(item) }

  private func prompt(_ kind: StudyPrompt.Kind, _ text: String) -> StudyPrompt {
    var prompt = StudyPrompt(text)
    (prompt.kind, prompt.means, prompt.hand) = (kind, means, hand)
    return prompt
  }

  /// `FILE | TEXT`.
  private mutating func addPicture(_ kind: StudyPrompt.Kind, _ value: String, of key: String) throws(FileError) {
    let parts = try required(value, of: key).split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
      .map { String($0).trimmed }
    guard let file = parts.first, !file.isEmpty else { throw fault("'\(key):' takes a file, and | before its text") }
    try requirePicture(file)
    var prompt = prompt(kind, parts.count > 1 ? parts[1] : "")
    prompt.picture = file
    add(.prompt(prompt))
  }

  private func requirePicture(_ file: String) throws(FileError) {
    guard let folder else { return }
    do throws(FileError) { _ = try FileBytes(path: folder.pushing(FilePath(file))) } catch {
      throw fault("the picture \(file): \(error.message)")
    }
  }

  /// `TEXT`, or `TEXT? CHOICE | CHOICE`.
  private mutating func ask(_ value: String) throws(FileError) {
    let text = try required(value, of: "ask")
    // What has no question mark would be a column of the same name as others.
    guard let mark = text.firstIndex(where: { Self.questionMarks.contains($0) }) else { throw fault(Self.question) }
    let end = text.index(after: mark)
    let rest = String(text[end...]).trimmed
    let choices = rest.isEmpty ? [] : rest.split(separator: "|").map { String($0).trimmed }.filter { !$0.isEmpty }
    guard rest.isEmpty || choices.count > 1 else { throw fault(Self.question) }
    let question = StudyQuestion(text: String(text[..<end]), choices: choices)
    guard !study.questions.contains(where: { $0.text == question.text }) else {
      throw fault("'\(question.text)' is asked already")
    }
    guard Set(choices).count == choices.count else { throw fault("a choice is there twice") }
    study.questions.append(question)
  }

  /// Those of Latin, Arabic, Greek (which Unicode makes a semicolon), Armenian, Ethiopic, Chinese and Japanese.
  private static let questionMarks: Set<Character> = ["?", "؟", "\u{37e}", "՞", "፧", "？"]
  private static let question = "'ask:' takes a question that ends with ?, and choices with | between them, if any"

  private func required(_ value: String, of key: String) throws(FileError) -> String {
    guard !value.isEmpty else { throw fault("'\(key):' has nothing after it") }
    return value
  }

  private func choice<Choice: RawRepresentable & CaseIterable>(
    _ value: String, of key: String
  ) throws(FileError) -> Choice where Choice.RawValue == String {
    guard let choice = Choice(rawValue: value) else {
      let words = Choice.allCases.map(\.rawValue).joined(separator: " or ")
      throw fault("'\(key):' takes \(words)")
    }
    return choice
  }

  private func number<Number: FixedWidthInteger>(
    _ value: String, of key: String, _ range: ClosedRange<Number>
  ) throws(FileError) -> Number {
    guard let number = Number(value), range.contains(number) else {
      throw fault("'\(key):' takes a whole number of \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private func width(_ value: String) throws(FileError) -> Double {
    guard let width = Double(value), Study.strokeWidths.contains(width) else {
      throw fault("'width:' takes \(Study.strokeWidths.lowerBound) to \(Study.strokeWidths.upperBound) points")
    }
    return width
  }

  private func fault(_ message: String) -> FileError {
    FileError(file: name, location: .line(line), message: message)
  }
}

extension String {
  fileprivate var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }
}
