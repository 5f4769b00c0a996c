import TouchReelInkFiles

/// What is said of the pages of a file, one line for each kind, which names its pages if the file has several.
struct PageRemarks {
  /// The order in which lines stand; those of one topic are in the order in which they were added.
  enum Topic: Int {
    case lines, limits, paper, images, ink, size
  }

  private struct Remark {
    let topic: Topic
    let text: String
    /// `nil` where it is not counted.
    var count: Int?
    var pages = PageNumbers()
  }

  /// More kinds than these are not told apart, as some name what stands in the file.
  private static let kindLimit = 200
  private static let rest = "other content is not drawn"

  private var remarks: [Remark] = []
  private var indices: [String: Int] = [:]

  /// Adds to what is said of a kind.
  ///
  /// - Parameters:
  ///   - count: how often it occurs; `nil` where that is not counted.
  ///   - page: its number, from 1.
  mutating func add(_ text: String, count: Int? = nil, _ topic: Topic = .lines, page: Int) {
    guard count != 0 else { return }
    if indices[text] == nil {
      guard remarks.count < Self.kindLimit || text == Self.rest else { return add(Self.rest, topic, page: page) }
      indices[text] = remarks.count
      remarks.append(Remark(topic: topic, text: text))
    }
    guard let index = indices[text] else { return }
    if let count { remarks[index].count = (remarks[index].count ?? 0) + count }
    remarks[index].pages.insert(page)
  }

  /// - Parameter namesPages: whether the file has several.
  func lines(namesPages: Bool) -> [String] {
    let ordered = remarks.enumerated().sorted { one, other in
      (one.element.topic.rawValue, one.offset) < (other.element.topic.rawValue, other.offset)
    }
    return ordered.map { Self.line($0.element, namesPages: namesPages) }
  }

  /// - Parameter namesPages: whether the file has several.
  func sortedLines(namesPages: Bool) -> [String] {
    remarks.sorted { $0.text < $1.text }.map { Self.line($0, namesPages: namesPages) }
  }

  private static func line(_ remark: Remark, namesPages: Bool) -> String {
    (namesPages ? "\(remark.pages.text): " : "") + (remark.count.map { "\($0) × " } ?? "") + remark.text
  }
}
