import TouchReelInputEvents
import TouchReelTouchTracking

/// How the values of one axis become values of an axis of another device.
struct AxisFit: Hashable, Sendable {
  /// The axis of the other device.
  let code: EventCode
  private let conversion: Conversion?

  private struct Conversion: Hashable {
    var from: AbsoluteAxis
    var to: AbsoluteAxis
    /// The factor and the offset of shares of the ranges: factor × share + offset.
    var factor: Double
    var offset: Double
    /// `ABS_MT_ORIENTATION` after a quarter turn.
    var isTurned = false
  }

  /// The same value.
  init(_ code: EventCode) {
    self.code = code
    conversion = nil
  }

  /// The ends of the range go to the ends of the other one, or where the factor and the offset put them; between them
  /// to the nearest unit. An axis without a range keeps its values.
  init(
    _ code: EventCode, from recorded: AbsoluteAxis, to present: AbsoluteAxis, factor: Double = 1, offset: Double = 0,
    isTurned: Bool = false
  ) {
    self.code = code
    let isSame = recorded.minimum == present.minimum && recorded.span == present.span && factor == 1 && offset == 0
    guard recorded.span > 0, present.span > 0, !isSame || isTurned else {
      conversion = nil
      return
    }
    conversion = Conversion(from: recorded, to: present, factor: factor, offset: offset, isTurned: isTurned)
  }

  /// - Parameter isHeld: set if the value would have lain outside of the other axis' range, and is its end instead.
  func value(of value: Int32, isHeld: inout Bool) -> Int32 {
    guard let conversion else { return value }
    let value = conversion.isTurned ? Self.turned(value, of: conversion.from) : Int64(value)
    let share = Double(value - Int64(conversion.from.minimum)) / Double(conversion.from.span)
    let placed = share * conversion.factor + conversion.offset
    let scaled = (Double(conversion.to.minimum) + placed * Double(conversion.to.span)).rounded()
    let clamped = min(max(scaled, Double(conversion.to.minimum)), Double(conversion.to.maximum))
    if clamped != scaled { isHeld = true }
    return Int32(exactly: clamped) ?? conversion.to.minimum
  }

  /// The orientation of an ellipse is that of a line, which is the same after half a turn. Where the axis has no
  /// negative values, it is the angle between 0 and a quarter turn.
  private static func turned(_ value: Int32, of axis: AbsoluteAxis) -> Int64 {
    let (value, quarter) = (Int64(value), Int64(axis.maximum))
    if axis.minimum >= 0 { return quarter - value }
    return value > 0 ? value - quarter : value + quarter
  }
}

/// How positions on one device's surface become positions on another's, in shares of their ranges.
struct SurfaceFit: Hashable, Sendable {
  /// What a coordinate is made of.
  struct Part: Hashable {
    /// Whether it comes from the other axis.
    var isCrossed: Bool
    var factor: Double
    var offset: Double
  }

  let x: Part
  let y: Part

  /// `nil` if a coordinate depends on both axes, as under a skewed calibration.
  init?(_ matrix: CalibrationMatrix) {
    guard let x = Self.part(matrix.a, matrix.b, matrix.c), let y = Self.part(matrix.e, matrix.d, matrix.f),
      x.isCrossed == y.isCrossed
    else { return nil }
    (self.x, self.y) = (x, y)
  }

  var isQuarterTurn: Bool { x.isCrossed }

  private static func part(_ own: Double, _ other: Double, _ offset: Double) -> Part? {
    if own != 0 && other == 0 { return Part(isCrossed: false, factor: own, offset: offset) }
    if other != 0 && own == 0 { return Part(isCrossed: true, factor: other, offset: offset) }
    return nil
  }
}

extension CalibrationMatrix {
  /// `nil` if there is none.
  var inverse: CalibrationMatrix? {
    let determinant = a * e - b * d
    guard determinant != 0, determinant.isFinite else { return nil }
    return CalibrationMatrix(
      a: e / determinant, b: -b / determinant, c: (b * f - c * e) / determinant, d: -d / determinant,
      e: a / determinant, f: (c * d - a * f) / determinant)
  }
}
