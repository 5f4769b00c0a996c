import TouchReelDrawings
import TouchReelTouchTracking

extension VectorText {
  /// The outline as the value of an attribute `d` (SVG 2, 9.3): coordinates are relative to the point before, in whole
  /// thousandths of which no rounding adds up.
  mutating func append(_ path: VectorPath) {
    var pen = SVGPen()
    for step in path.steps { pen.append(step, to: &self) }
  }
}

/// Where the pen of an SVG path is, in thousandths.
private struct SVGPen {
  private var x = 0
  private var y = 0
  private var startX = 0
  private var startY = 0
  /// The command before, which need not be repeated.
  private var command: UInt8 = 0

  mutating func append(_ step: VectorPath.PathStep, to text: inout VectorText) {
    switch step {
    case .move(let point):
      begin("M", &text)
      (x, y) = (0, 0)
      append([point], to: &text)
      (startX, startY) = (x, y)
    case .line(let point):
      begin("l", &text)
      append([point], to: &text)
    case .quadratic(let control, let end):
      begin("q", &text)
      append([control, end], to: &text)
    case .cubic(let first, let second, let end):
      begin("c", &text)
      append([first, second, end], to: &text)
    case .close:
      begin("z", &text)
      (x, y) = (startX, startY)
    }
  }

  private mutating func begin(_ letter: Unicode.Scalar, _ text: inout VectorText) {
    let letter = UInt8(ascii: letter)
    text.append(byte: letter == command && letter != UInt8(ascii: "M") ? UInt8(ascii: " ") : letter)
    command = letter
  }

  /// Points relative to where the pen is; the last of them is where it goes.
  private mutating func append(_ points: [BoardPoint], to text: inout VectorText) {
    var last = (x: x, y: y)
    for (number, point) in points.enumerated() {
      last = (VectorText.thousandths(point.x), VectorText.thousandths(point.y))
      if number > 0 { text.append(byte: UInt8(ascii: " ")) }
      text.append(thousandths: last.x - x)
      if last.y >= y { text.append(byte: UInt8(ascii: " ")) }
      text.append(thousandths: last.y - y)
    }
    (x, y) = last
  }
}
