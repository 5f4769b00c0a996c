import Drawings

/// A drawing within a message. It is read as a whole, or not at all.
struct DrawingValue: Codable {
  private var size: SizeValue
  private var background: BackgroundValue
  private var operations: [OperationValue]

  init(_ drawing: Drawing) {
    size = SizeValue(drawing.size)
    background = BackgroundValue(drawing.background)
    operations = drawing.operations.map(OperationValue.init)
  }

  var drawing: Drawing {
    get throws {
      var drawing = Drawing(size: size.size, background: background.background)
      for operation in operations { try drawing.append(try operation.numbered()) }
      return drawing
    }
  }
}
