public import TouchReelCanvas
import TouchReelDrawings
public import TouchReelTouchTracking

/// What is said of a single touch, whatever the settings are.
public struct TouchLook: Hashable, Sendable {
  /// Whether the touch does nothing, as if it had never been.
  public var isHidden = false
  /// The colour of what it draws; `nil` for that of the settings.
  public var color: PixelColor?
  /// The width of what it draws, in board points; `nil` for that of the settings.
  public var width: Double?

  /// What the settings say.
  public init() {}

  /// Changes what a change is about, and leaves the rest.
  public mutating func apply(_ change: TouchChange) {
    isHidden = change.isHidden ?? isHidden
    color = change.color ?? color
    width = change.width ?? width
  }
}

/// What becomes of touches that begin later: they are hidden, or have another colour or width. The events stay as they
/// are.
public struct TouchChange: Hashable, Sendable {
  /// The touches, by their numbers: as `dump` numbers them.
  public var touches: Set<Touch.ID>
  /// Whether they are hidden; `nil` for no change.
  public var isHidden: Bool?
  /// The colour; `nil` for no change.
  public var color: PixelColor?
  /// The width, in board points; `nil` for no change.
  public var width: Double?

  /// A change of some touches, which changes nothing yet.
  public init(_ touches: Set<Touch.ID>) { self.touches = touches }

  /// A change that gives touches a look.
  public init(_ touches: Set<Touch.ID>, _ look: TouchLook) {
    self.touches = touches
    isHidden = look.isHidden ? true : nil
    (color, width) = (look.color, look.width)
  }
}

extension Board {
  /// What is said of a touch.
  package func look(of touch: Touch.ID) -> TouchLook { touchLooks[touch] ?? TouchLook() }

  /// Whether a touch does nothing.
  @inline(__always)
  package func hides(_ touch: Touch.ID) -> Bool { !touchLooks.isEmpty && touchLooks[touch]?.isHidden == true }

  /// Touches that are down go on as they began.
  mutating func change(_ change: TouchChange) {
    for touch in change.touches where live.index(of: touch) == nil {
      touchLooks[touch, default: TouchLook()].apply(change)
    }
  }
}

extension Brush {
  /// The brush of a touch of which something is said.
  func with(_ look: TouchLook?) -> Brush {
    guard let look else { return self }
    var brush = self
    if let color = look.color { (brush.color, brush.tinting) = (color, nil) }
    if let width = look.width { brush.width = StrokeStyle.clampedWidth(width) }
    return brush
  }
}
