public import TouchReelCanvas
package import TouchReelDrawings

/// A setting of the board with the value that it gets.
///
/// ```
/// try board.handle(.set(\.width, 8))
/// ```
public struct BoardSetting: Hashable, Sendable {
  /// Every setting, in the order in which messages list them. This is all that the board, the messages of `/board` and
  /// their schema know of a property of ``BoardSettings``.
  package static let all = [
    Declaration("tool", \.tool),
    Declaration("color", \.color),
    Declaration("width", \.width, .number(StrokeStyle.widths, unit: "board points")),
    Declaration("eraserWidth", \.eraserWidth),
    Declaration("erasing", \.erasing),
    Declaration("eraserEnd", \.eraserEnd),
    Declaration("fill", \.fill),
    Declaration("cap", \.cap),
    Declaration("join", \.join),
    Declaration("pattern", \.pattern),
    Declaration("sides", \.sides, .count(NgonShape.sides)),
    Declaration("shapeEnds", \.shapeEnds),
    Declaration("font", \.font),
    Declaration("textAlign", \.textAlign),
    Declaration("smoothing", \.smoothing),
    Declaration("pressure", \.pressure),
    Declaration("speed", \.speed),
    Declaration("stacking", \.stacking),
    Declaration("coloring", \.coloring),
    Declaration("theme", \.theme),
    Declaration("cancelledInk", \.cancelledInk),
    Declaration("marks", \.marks),
    Declaration("selecting", \.selecting),
    Declaration("handles", \.handles),
    Declaration("dragging", \.dragging),
    Declaration("grid", \.grid),
    Declaration("guide", \.guide),
  ]

  package let declaration: Declaration
  /// The value, as it was given; the board clamps it to the limits of the declaration.
  package let value: Value

  /// - Parameters:
  ///   - path: of a setting in ``all``.
  ///   - value: what it is set to.
  package init<Property: SettingValue>(_ path: WritableKeyPath<BoardSettings, Property>, _ value: Property) {
    guard let declaration = Self.all.first(where: { $0.sets(path) }) else {
      preconditionFailure("a property of BoardSettings without a declaration")
    }
    self.init(declaration, value.settingValue)
  }

  /// - Returns: `nil` if the value is not of the setting's kind.
  package init?(_ declaration: Declaration, checking value: Value) {
    guard declaration.accepts(value) else { return nil }
    self.init(declaration, value)
  }

  fileprivate init(_ declaration: Declaration, _ value: Value) {
    (self.declaration, self.value) = (declaration, value)
  }

  /// The word that messages of `/board` have for the setting.
  public var name: String { declaration.name }

  /// The value; `nil` if it is another setting.
  public subscript<Property: SettingValue>(path: WritableKeyPath<BoardSettings, Property>) -> Property? {
    declaration.sets(path) ? Property(settingValue: value) : nil
  }
}

extension BoardSetting {
  /// A value whatever the setting: as messages write it.
  public enum Value: Hashable, Sendable {
    case word(String)
    case number(Double)
    /// `nil` if there is none.
    case optionalNumber(Double?)
    case count(Int)
    /// `nil` if there is none.
    case color(PixelColor?)
    case font(TextFont)
    case pressure(PressureCurve)
    /// `nil` if there is none.
    case guide(Guide?)
  }

  /// What values a setting takes. What lies outside of limits is clamped.
  public enum Kind: Hashable, Sendable {
    /// The program's own words, which other spellings name as well.
    case words([String])
    case number(ClosedRange<Double>, unit: String)
    case optionalNumber(ClosedRange<Double>, unit: String)
    case count(ClosedRange<Int>)
    case color
    case optionalColor
    case font
    case pressure
    case guide
  }

  /// What there is to know of a setting besides its value.
  package struct Declaration: Sendable {
    /// The name that messages use.
    package let name: String
    package let kind: Kind
    private let path: any PartialKeyPath<BoardSettings> & Sendable
    private let read: @Sendable (BoardSettings) -> Value
    private let write: @Sendable (Value, inout BoardSettings) -> Bool

    /// - Parameter kind: with limits; that of the property's type without it.
    fileprivate init<Property: SettingValue>(
      _ name: String, _ path: any WritableKeyPath<BoardSettings, Property> & Sendable,
      _ kind: Kind = Property.settingKind
    ) {
      (self.name, self.kind, self.path) = (name, kind, path)
      read = { $0[keyPath: path].settingValue }
      write = { value, settings in
        guard let property = Property(settingValue: value) else { return false }
        settings[keyPath: path] = property
        return true
      }
    }

    fileprivate func sets(_ path: PartialKeyPath<BoardSettings>) -> Bool { self.path as PartialKeyPath == path }

    /// The setting as it is in some settings.
    fileprivate func setting(in settings: BoardSettings) -> BoardSetting { BoardSetting(self, read(settings)) }

    fileprivate func accepts(_ value: Value) -> Bool {
      var unused = BoardSettings()
      return write(value, &unused)
    }

    fileprivate func apply(_ value: Value, to settings: inout BoardSettings) throws(BoardError) {
      _ = write(try kind.clamped(value), &settings)
    }
  }
}

extension BoardSetting.Declaration: Hashable {
  // A name is declared once.
  package static func == (left: Self, right: Self) -> Bool { left.name == right.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension BoardSetting.Kind {
  fileprivate func clamped(_ value: BoardSetting.Value) throws(BoardError) -> BoardSetting.Value {
    switch (self, value) {
    case (.number, .number(let number)) where number.isNaN: throw .unusableWidth
    case (.optionalNumber, .optionalNumber(let number?)) where number.isNaN: throw .unusableWidth
    case (.guide, .guide(let guide?)) where !guide.isUsable: throw .unusableWidth
    case (.number(let range, unit: _), .number(let number)): .number(number.clamped(to: range))
    case (.optionalNumber(let range, unit: _), .optionalNumber(let number)):
      .optionalNumber(number?.clamped(to: range))
    case (.count(let range), .count(let count)): .count(count.clamped(to: range))
    case (.font, .font(let font)):
      .font(font.changed(by: .size(font.size)))
    default: value
    }
  }
}

extension Comparable {
  fileprivate func clamped(to range: ClosedRange<Self>) -> Self { min(max(range.lowerBound, self), range.upperBound) }
}

extension BoardSetting {
  /// What gives touches that begin later the look that a change gives finished shapes.
  ///
  /// - Parameter settings: those before; a change of the font leaves the rest of it as it is there.
  package init(_ change: Restyling, after settings: BoardSettings = BoardSettings()) {
    switch change {
    case .color(let color): self.init(\.color, color)
    case .fill(let color): self.init(\.fill, color)
    case .width(let width): self.init(\.width, width)
    case .cap(let cap): self.init(\.cap, cap)
    case .join(let join): self.init(\.join, join)
    case .pattern(let pattern): self.init(\.pattern, pattern)
    case .font(let change): self.init(\.font, settings.font.changed(by: change))
    case .align(let side): self.init(\.textAlign, side)
    }
  }
}

extension BoardSettings {
  /// - Throws: ``BoardError/unusableWidth`` if a number is NaN; nothing has changed.
  mutating func apply(_ setting: BoardSetting) throws(BoardError) {
    try setting.declaration.apply(setting.value, to: &self)
  }

  /// All settings as they are here.
  package var all: [BoardSetting] { BoardSetting.all.map { $0.setting(in: self) } }
}
