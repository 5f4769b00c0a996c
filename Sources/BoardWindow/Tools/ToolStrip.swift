import DrawingBoard

/// The buttons of the tools, of which each is the choice `win.tool` of its name.
struct ToolStrip {
  private let icons: [ToolIcon]

  init(_ layout: Layout) {
    icons = Tool.allCases.map { ToolIcon($0, in: layout["icon-\($0.rawValue)"]) }
  }
}

extension Tool {
  /// The key that chooses it.
  var key: String {
    switch self {
    case .pencil: "p"
    case .eraser: "e"
    case .line: "l"
    case .dashedLine: "d"
    case .arrow: "a"
    case .rectangle: "r"
    case .ellipse: "o"
    case .triangle: "3"
    case .pentagon: "5"
    case .ngon: "n"
    case .star: "s"
    case .angle: "g"
    case .text: "t"
    case .selection: "v"
    }
  }
}
