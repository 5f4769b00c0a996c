import TouchReelDrawings

/// A shape where it lies, with what was erased of it.
struct PlacedShapeValue: Codable {
  private struct MaskValue: Codable {
    var path: PathValue
    /// Only where it was moved.
    var transform: TransformValue?
  }

  private var shape: ShapeValue
  /// Only where it was moved.
  private var transform: TransformValue?
  /// Only where something was erased.
  private var masks: [MaskValue]?

  init(_ placed: PlacedShape) {
    shape = ShapeValue(placed.shape)
    transform = placed.transform == .identity ? nil : TransformValue(placed.transform)
    let holes = placed.masks.map { mask in
      MaskValue(
        path: PathValue(mask.path), transform: mask.transform == .identity ? nil : TransformValue(mask.transform))
    }
    masks = holes.isEmpty ? nil : holes
  }

  func placedShape() throws -> PlacedShape {
    let holes = try (masks ?? []).map { mask in
      PlacedShape.Mask(path: try mask.path.path(), transform: try mask.transform?.transform() ?? .identity)
    }
    return PlacedShape(try shape.shape(), try transform?.transform() ?? .identity, masks: holes)
  }
}
