public import TouchReelCanvas
public import TouchReelDrawings

/// A type of property that a setting may have.
public protocol SettingValue: Hashable, Sendable {
  static var settingKind: BoardSetting.Kind { get }
  var settingValue: BoardSetting.Value { get }

  /// `nil` for a value of another kind.
  init?(settingValue: BoardSetting.Value)
}

extension SettingValue where Self: CaseIterable & RawRepresentable<String> {
  public static var settingKind: BoardSetting.Kind { .words(allCases.map(\.rawValue)) }
  public var settingValue: BoardSetting.Value { .word(rawValue) }

  public init?(settingValue: BoardSetting.Value) {
    guard case .word(let word) = settingValue else { return nil }
    self.init(word: word)
  }
}

extension Tool: SettingValue {}
extension StrokeStyle.Cap: SettingValue {}
extension StrokeStyle.Join: SettingValue {}
extension LinePattern: SettingValue {}
extension TextParagraph.Alignment: SettingValue {}
extension Smoothing: SettingValue {}
extension SpeedCurve: SettingValue {}
extension Stacking: SettingValue {}
extension ShapeEnds: SettingValue {}
extension Coloring: SettingValue {}
extension Erasing: SettingValue {}
extension EraserEnd: SettingValue {}
extension Theme: SettingValue {}
extension CancelledInk: SettingValue {}
extension SelectionMarks: SettingValue {}
extension Selecting: SettingValue {}
extension SelectionHandles: SettingValue {}
extension Dragging: SettingValue {}

extension Double: SettingValue {
  public static var settingKind: BoardSetting.Kind {
    .number(-greatestFiniteMagnitude...greatestFiniteMagnitude, unit: "")
  }
  public var settingValue: BoardSetting.Value { .number(self) }

  public init?(settingValue: BoardSetting.Value) {
    guard case .number(let number) = settingValue else { return nil }
    self = number
  }
}

extension Int: SettingValue {
  public static var settingKind: BoardSetting.Kind { .count(min...max) }
  public var settingValue: BoardSetting.Value { .count(self) }

  public init?(settingValue: BoardSetting.Value) {
    guard case .count(let count) = settingValue else { return nil }
    self = count
  }
}

extension PixelColor: SettingValue {
  public static var settingKind: BoardSetting.Kind { .color }
  public var settingValue: BoardSetting.Value { .color(self) }

  public init?(settingValue: BoardSetting.Value) {
    guard case .color(let color?) = settingValue else { return nil }
    self = color
  }
}

/// A type of setting that may have no value.
public protocol OptionalSetting: Hashable, Sendable {
  static var optionalKind: BoardSetting.Kind { get }
  static func settingValue(of value: Self?) -> BoardSetting.Value

  /// `nil` for a value of another kind, else whether there is one.
  static func optional(from value: BoardSetting.Value) -> Self??
}

extension Optional: SettingValue where Wrapped: OptionalSetting {
  public static var settingKind: BoardSetting.Kind { Wrapped.optionalKind }
  public var settingValue: BoardSetting.Value { Wrapped.settingValue(of: self) }

  public init?(settingValue: BoardSetting.Value) {
    guard let value = Wrapped.optional(from: settingValue) else { return nil }
    self = value
  }
}

extension PixelColor: OptionalSetting {
  public static var optionalKind: BoardSetting.Kind { .optionalColor }
  public static func settingValue(of color: PixelColor?) -> BoardSetting.Value { .color(color) }

  public static func optional(from value: BoardSetting.Value) -> PixelColor?? {
    if case .color(let color) = value { .some(color) } else { nil }
  }
}

extension Guide: OptionalSetting {
  public static var optionalKind: BoardSetting.Kind { .guide }
  public static func settingValue(of guide: Guide?) -> BoardSetting.Value { .guide(guide) }

  public static func optional(from value: BoardSetting.Value) -> Guide?? {
    if case .guide(let guide) = value { .some(guide) } else { nil }
  }
}

extension TextFont: SettingValue {
  public static var settingKind: BoardSetting.Kind { .font }
  public var settingValue: BoardSetting.Value { .font(self) }

  public init?(settingValue: BoardSetting.Value) {
    guard case .font(let font) = settingValue else { return nil }
    self = font
  }
}

extension PressureCurve: SettingValue {
  public static var settingKind: BoardSetting.Kind { .pressure }
  public var settingValue: BoardSetting.Value { .pressure(self) }

  public init?(settingValue: BoardSetting.Value) {
    guard case .pressure(let curve) = settingValue else { return nil }
    self = curve
  }
}

extension EraserWidth: SettingValue {
  public static var settingKind: BoardSetting.Kind { .optionalNumber(StrokeStyle.widths, unit: "board points") }

  public var settingValue: BoardSetting.Value {
    switch self {
    case .ofStrokes: .optionalNumber(nil)
    case .points(let width): .optionalNumber(width)
    }
  }

  public init?(settingValue: BoardSetting.Value) {
    guard case .optionalNumber(let width) = settingValue else { return nil }
    self = width.map(EraserWidth.points) ?? .ofStrokes
  }
}

extension SnappingGrid: SettingValue {
  public static var settingKind: BoardSetting.Kind { .optionalNumber(steps, unit: "board points") }

  public var settingValue: BoardSetting.Value {
    switch self {
    case .none: .optionalNumber(nil)
    case .step(let step): .optionalNumber(step)
    }
  }

  public init?(settingValue: BoardSetting.Value) {
    guard case .optionalNumber(let step) = settingValue else { return nil }
    self = step.map(SnappingGrid.step) ?? .none
  }
}
