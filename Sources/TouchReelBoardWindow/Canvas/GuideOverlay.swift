import CTouchReelGtk
import Glibc
import TouchReelCanvas
import TouchReelClampedNumbers
import TouchReelDrawingBoard
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// Paints the ruler or protractor that lies on the canvas.
final class GuideOverlay {
  /// Lines are 3:1 against the body, whatever is seen through it.
  static let (body, line, ink) = (
    PixelColor(red: 200, green: 208, blue: 216, alpha: 180), PixelColor(red: 40, green: 48, blue: 56, alpha: 230),
    PixelColor(red: 30, green: 30, blue: 30)
  )

  private let canvas: CanvasView
  var guide: Guide? {
    didSet { if guide != oldValue { gtk_widget_queue_draw(canvas.widget.widget) } }
  }

  init(on canvas: CanvasView) { self.canvas = canvas }

  func paint(_ snapshot: Snapshot, _ viewport: Viewport) {
    guard let guide else { return }
    let size = viewport.surface
    snapshot.drawing(in: ViewRect(x: 0, y: 0, width: size.width, height: size.height)) { context in
      let drawn = DrawnGuide(guide, in: viewport, context)
      switch guide.kind {
      case .ruler: drawn.paintRuler()
      case .protractor: drawn.paintProtractor()
      }
    }
  }

  /// A guide in surface units.
  private struct DrawnGuide {
    let center: SurfacePoint
    let radius: Double
    let angle: Double
    let zoom: Double
    let length: Double
    let context: CairoContext

    init(_ guide: Guide, in viewport: Viewport, _ context: CairoContext) {
      center = viewport.surfacePoint(of: guide.center)
      (radius, angle, zoom) = (guide.size / 2 * viewport.zoom, guide.angle, viewport.zoom)
      // Beyond the canvas, wherever its middle is.
      let (dx, dy) = (abs(center.x) + viewport.surface.width, abs(center.y) + viewport.surface.height)
      length = (dx * dx + dy * dy).squareRoot()
      self.context = context
    }

    /// A place by its distance along the ruler, and across it.
    private func place(_ along: Double, _ across: Double) -> (x: Double, y: Double) {
      let (x, y) = (cos(angle * .pi / 180), sin(angle * .pi / 180))
      return (center.x + along * x - across * y, center.y + along * y + across * x)
    }

    private func place(at degrees: Double, radius: Double) -> (x: Double, y: Double) {
      let radians = (angle + degrees) * .pi / 180
      return (center.x + radius * cos(radians), center.y + radius * sin(radians))
    }

    func paintRuler() {
      context.line(from: place(-length, 0), to: place(length, 0), width: 2 * radius, GuideOverlay.body)
      for side in [-radius, radius] {
        context.line(from: place(-length, side), to: place(length, side), width: 1, GuideOverlay.line)
      }
      let step = 10 * zoom * (zoom < 0.5 ? (0.5 / zoom).rounded(.up) : 1)
      let count = Int(clamping: length / step)
      for number in -count...count {
        let along = Double(number) * step
        let height = number.isMultiple(of: 10) ? 18.0 : number.isMultiple(of: 5) ? 13 : 8
        for side in [-1.0, 1] {
          context.line(
            from: place(along, side * radius), to: place(along, side * (radius - height)), width: 1, GuideOverlay.line)
        }
      }
      label(Self.angle(ofLineAt: angle), at: (center.x, center.y), size: 18)
    }

    func paintProtractor() {
      context.disc(at: (center.x, center.y), radius: radius, GuideOverlay.body)
      context.circle(at: (center.x, center.y), radius: radius, width: 1, GuideOverlay.line)
      for degrees in stride(from: 0.0, to: 360, by: Guide.step) {
        let height = degrees.truncatingRemainder(dividingBy: 15) == 0 ? 16.0 : 8
        context.line(
          from: place(at: degrees, radius: radius), to: place(at: degrees, radius: radius - height), width: 1,
          GuideOverlay.line)
        // Anticlockwise, as angles are read.
        guard degrees.truncatingRemainder(dividingBy: 30) == 0 else { continue }
        label("\(Int(clamping: 360 - degrees) % 360)", at: place(at: degrees, radius: radius - 28), size: 12)
      }
      context.circle(at: (center.x, center.y), radius: 5, width: 1, GuideOverlay.line)
      label(Self.angle(ofLineAt: angle), at: (center.x, center.y + 40), size: 16)
    }

    /// The angle between a line and the level, in whole degrees anticlockwise.
    private static func angle(ofLineAt degrees: Double) -> String {
      let whole = Int(clamping: (-degrees).rounded()) % 180
      return "\(whole < 0 ? whole + 180 : whole)°"
    }

    private func label(_ text: String, at middle: (x: Double, y: Double), size: Double) {
      let width = Double(text.count) * size * 0.6
      context.text(text, at: (middle.x - width / 2, middle.y + size * 0.35), size: size, GuideOverlay.ink)
    }
  }
}
