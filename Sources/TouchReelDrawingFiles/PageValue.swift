import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelTouchTracking

/// A page that is to be added. Without a size and a background its paper is that of the page that is shown.
struct NewPageValue: Codable {
  private var at: OrdinalNumber?
  private var size: SizeValue?
  private var endless: Bool?
  private var background: BackgroundValue?

  init(_ page: NewPage) {
    at = page.position.map(OrdinalNumber.init)
    size = page.paper?.size.map(SizeValue.init)
    endless = page.paper?.isEndless == true ? true : nil
    background = page.paper.map { BackgroundValue($0.background) }
  }

  var page: NewPage {
    let isLikeShown = size == nil && background == nil
    let paper = Paper(
      size: size?.size, background: background?.background ?? .color(.white), isEndless: endless ?? false)
    return NewPage(at: at?.index, paper: isLikeShown ? nil : paper)
  }
}

/// Pages that are to be added one behind the other.
struct NewPagesValue: Codable {
  private var at: OrdinalNumber?
  private var papers: [PaperValue]

  init(_ papers: [Paper], at position: Int?) {
    at = position.map(OrdinalNumber.init)
    self.papers = papers.map(PaperValue.init)
  }

  func command() throws -> PageCommand {
    guard !papers.isEmpty else { throw BrokenValue("papers is empty") }
    return .addAll(papers.map(\.paper), at: at?.index)
  }
}

/// The paper of a page.
struct PaperValue: Codable {
  private var size: SizeValue?
  private var endless: Bool?
  private var background: BackgroundValue

  init(_ paper: Paper) {
    size = paper.size.map(SizeValue.init)
    endless = paper.isEndless ? true : nil
    background = BackgroundValue(paper.background)
  }

  var paper: Paper { Paper(size: size?.size, background: background.background, isEndless: endless ?? false) }
}

/// The size that the shown page gets: its sides, or an object with those of the steps in which it grows.
enum PageSizeValue: Codable {
  case fixed(BoardSize)
  case endless(BoardSize)

  private struct Steps: Codable {
    let size: SizeValue
    let endless: Bool
  }

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    guard let steps = try? value.decode(Steps.self) else {
      self = .fixed(try value.decode(SizeValue.self).size)
      return
    }
    self = steps.endless ? .endless(steps.size.size) : .fixed(steps.size.size)
  }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .fixed(let size): try value.encode(SizeValue(size))
    case .endless(let step): try value.encode(Steps(size: SizeValue(step), endless: true))
    }
  }

  var command: PageCommand {
    switch self {
    case .fixed(let size): .resize(size)
    case .endless(let step): .endless(step)
    }
  }
}
