import TouchReelDrawingBoard
import TouchReelDrawings

/// The number of a page or a layer as files and messages have it, from 1; layers count from the lowest.
struct OrdinalNumber: Codable {
  /// The same from 0.
  let index: Int

  init(_ index: Int) { self.index = index }

  init(from decoder: any Decoder) throws {
    let number = try decoder.singleValueContainer().decode(Int.self)
    guard number >= 1 else { throw BrokenValue("pages and layers count from 1") }
    index = number - 1
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(index + 1)
  }
}

/// How a layer is called and shown; what is not given is as of a new one.
struct LayerLookValue: Codable {
  private var name: String?
  private var opacity: Double?
  private var hidden: Bool?
  private var locked: Bool?

  init(_ look: LayerLook) {
    name = look.name.isEmpty ? nil : look.name
    opacity = look.opacity == 1 ? nil : look.opacity
    hidden = look.isHidden ? true : nil
    locked = look.isLocked ? true : nil
  }

  var look: LayerLook {
    LayerLook(name: name ?? "", opacity: opacity ?? 1, isHidden: hidden ?? false, isLocked: locked ?? false)
  }
}

/// A layer that is to be added.
struct NewLayerValue: Codable {
  private var at: OrdinalNumber?
  private var look: LayerLookValue?

  init(_ layer: NewLayer) {
    at = layer.position.map(OrdinalNumber.init)
    look = layer.look == LayerLook() ? nil : LayerLookValue(layer.look)
  }

  var layer: NewLayer { NewLayer(at: at?.index, look: look?.look ?? LayerLook()) }
}

/// What is to be another of a layer; what is not given stays, and without a number it is the chosen one.
struct LayerChangeValue: Codable {
  private var layer: OrdinalNumber?
  private var name: String?
  private var opacity: Double?
  private var hidden: Bool?
  private var locked: Bool?

  init(_ layer: Int?, _ change: LayerChange) {
    self.layer = layer.map(OrdinalNumber.init)
    (name, opacity, hidden, locked) = (change.name, change.opacity, change.isHidden, change.isLocked)
  }

  var command: LayerCommand {
    .change(layer?.index, LayerChange(name: name, opacity: opacity, isHidden: hidden, isLocked: locked))
  }
}
