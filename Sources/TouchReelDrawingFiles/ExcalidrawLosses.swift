import TouchReelCanvas
import TouchReelDrawings
import TouchReelTouchTracking

extension ExcalidrawElement {
  /// What our shapes cannot show of it, in words.
  ///
  /// - Parameter frames: the scene's frames by their ids.
  func losses(_ frames: [String: BoardRect]) -> [String] {
    var losses = unknownColors.map { "the colour \(quoted($0)) is none; black is drawn, or no fill" } + replacedValues
    if let fill, fill.alpha > 0, isFilled, (fillStyle ?? "solid") != "solid" {
      losses.append("a hatched fill is drawn solid")
    }
    if let roughness, roughness > 0, !["freedraw", "text", "image"].contains(type) {
      losses.append("a rough line is drawn plainly")
    }
    losses += unknownHeads.map { "the arrowhead \(quoted($0)) is not known; an arrow's is drawn" }
    if let problem = customData?.touchreel?.problem {
      losses.append("what TouchReel keeps in an element is not understood (\(problem)); Excalidraw's is drawn")
    }
    if type == "image", let opacity, opacity < 100 { losses.append("a translucent image is drawn as it is") }
    if let frame = frameId.flatMap({ frames[$0] }), let box = BoardRect(around: corners),
      ![box.minX, box.maxX].allSatisfy({ frame.minX <= $0 && $0 <= frame.maxX })
        || ![box.minY, box.maxY].allSatisfy({ frame.minY <= $0 && $0 <= frame.maxY })
    {
      losses.append("what a frame cuts off is drawn")
    }
    return losses
  }

  private var isFilled: Bool {
    switch type {
    case "rectangle", "ellipse", "diamond": true
    case "freedraw", "line": isLoop
    default: false
    }
  }
}
