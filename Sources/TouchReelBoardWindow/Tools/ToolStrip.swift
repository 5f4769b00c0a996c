import CTouchReelGtk
import TouchReelDrawingBoard

/// The buttons of the tools, of which each is the choice `win.tool` of its name.
final class ToolStrip {
  private let layout: Layout
  private let icons: [ToolIcon]
  private var marked: Tool?
  private var chosen: Tool?

  init(_ layout: Layout) {
    self.layout = layout
    icons = Tool.allCases.map { ToolIcon($0, in: layout["icon-\($0.rawValue)"]) }
  }

  /// Scrolls to a tool that was chosen, as by its key where the strip is higher than the window.
  func show(_ tool: Tool) {
    guard tool != chosen else { return }
    let (button, strip) = (layout["tool-\(tool.rawValue)"], layout["tools"])
    guard let buttons = gtk_widget_get_parent(button.widget) else { return }
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(button.widget, buttons, &bounds) != 0, bounds.size.height > 0 else { return }
    chosen = tool
    let top = Double(bounds.origin.y)
    gtk_adjustment_clamp_page(
      gtk_scrolled_window_get_vadjustment(strip.opaque), top, top + Double(bounds.size.height))
  }

  /// Marks the tool that draws what is selected; `nil` if that is no one tool.
  func mark(_ tool: Tool?) {
    guard tool != marked else { return }
    if let marked { layout["tool-\(marked.rawValue)"].setClass("of-selection", .off) }
    if let tool { layout["tool-\(tool.rawValue)"].setClass("of-selection", .on) }
    marked = tool
  }

  /// Fills a button for each tool into a window's layout, in two columns.
  static func addButtons(to layout: [UInt8]) -> [UInt8] {
    let buttons = Tool.allCases.enumerated().map { $0.element.button(column: $0.offset % 2, row: $0.offset / 2) }
    return layout.replacing("<!-- tool buttons -->", with: buttons)
  }
}

extension [UInt8] {
  /// A layout with parts in place of a mark.
  func replacing(_ mark: String, with parts: [String]) -> [UInt8] {
    Array(String(decoding: self, as: UTF8.self).replacing(mark, with: parts.joined(separator: "\n")).utf8)
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
    case .lasso: "f"
    }
  }

  /// What the window calls it.
  var title: String {
    switch self {
    case .pencil: translated("Pencil")
    case .eraser: translated("Eraser")
    case .line: translated("Line")
    case .dashedLine: translated("Dashed line")
    case .arrow: translated("Arrow")
    case .rectangle: translated("Rectangle")
    case .ellipse: translated("Ellipse")
    case .triangle: translated("Triangle")
    case .pentagon: translated("Pentagon")
    case .ngon: translated("Polygon")
    case .star: translated("Star")
    case .angle: translated("Angle")
    case .text: translated("Text")
    case .selection: translated("Select and move")
    case .lasso: translated("Lasso")
    }
  }

  /// What screen readers say of a drawing with it.
  ///
  /// - Parameters:
  ///   - count: the number of shapes that are selected.
  ///   - kind: the tool that draws them; `nil` if that is no one tool.
  func description(selecting count: Int, _ kind: Tool?) -> String {
    switch (count, kind) {
    case (0, _): title
    case (1, let kind?): translated("%s. Selected: %s", title, kind.title)
    case (1, nil): translated("%s. 1 shape is selected", title)
    default: translated("%s. %s shapes are selected", title, "\(count)")
    }
  }

  fileprivate func button(column: Int, row: Int) -> String {
    """
    <child>
      <object class="GtkToggleButton" id="tool-\(rawValue)">
        <property name="action-name">win.tool</property>
        <property name="action-target">'\(rawValue)'</property>
        <property name="tooltip-text">\(title) (\(key.uppercased()))</property>
        <property name="focus-on-click">0</property>
        <accessibility><property name="label">\(title)</property></accessibility>
        <style><class name="flat"/><class name="tool"/></style>
        <layout><property name="column">\(column)</property><property name="row">\(row)</property></layout>
        <child>
          <object class="TouchReelPainted" id="icon-\(rawValue)">
            <property name="width-request">24</property>
            <property name="height-request">24</property>
          </object>
        </child>
      </object>
    </child>
    """
  }
}
