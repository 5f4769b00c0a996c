import TouchReelCanvas
import TouchReelClampedNumbers
import TouchReelTouchTracking

/// The layers of the page that is shown, and drawings of one layer that look like one or all of them.
extension Drawing {
  /// How the layers are called and shown, bottom to top; one at least.
  public var layers: [LayerLook] { pages.layers.layers.map(\.look) }

  /// The index of the layer, from 0, on which an operation would be done next.
  public var layer: Int { pages.layers.index }

  /// Whether the page has a single layer, all of which is seen.
  package var isOneLayer: Bool { pages.layers.isPlain }

  /// A layer as a page of one, all of which is seen.
  ///
  /// - Parameter layer: the index of one that is there.
  package func onlyLayer(_ layer: Int) -> Drawing { withOneLayer(pages.layers.layers[layer].elements) }

  /// The page with its layers put together, as programs have it that know none: hidden ones are left out, each shape
  /// has its layer's opacity, and is without what was erased of it.
  package var flattened: Drawing {
    guard !pages.layers.isPlain else { return self }
    var list = ElementList()
    for (index, layer) in pages.layers.layers.enumerated() where !layer.look.isHidden {
      var elements = layer.elements
      let isLowest = layer.id == pages.layers.visible.first?.id
      for element in layer.elements.elements where element.shape != nil {
        guard let shape = elements.copies(of: [element.id]).first else { continue }
        // What lies below all ink of its own layer lies above that of others.
        let isRaised = element.isUnderlay && !isLowest
        let position = isRaised ? ElementPosition(at: .back, by: element.id, rank: 0) : element.position
        let seen = shape.reduced(to: layer.look.opacity, isRaised: isRaised)
        list.insert(Element(id: element.id, content: .shape(seen), at: position.onLayer(index)))
      }
    }
    return withOneLayer(list)
  }

  private func withOneLayer(_ elements: ElementList) -> Drawing {
    var pages = pages
    pages.layers = LayerStack(elements)
    return Drawing(size: boardSize, background: background, operations: operations, pages: pages)
  }
}

extension PlacedShape {
  /// The shape as it looks on a layer of some opacity.
  ///
  /// - Parameter isRaised: whether it lies on top of what is there before it, though it was drawn below.
  fileprivate func reduced(to opacity: Double, isRaised: Bool) -> PlacedShape {
    if case .pen(var pen) = shape {
      if isRaised { pen.stacking = .overInk }
      pen.color = pen.color.reduced(to: opacity)
      return replaced(by: .pen(pen))
    }
    guard opacity < 1 else { return self }
    return restyled(.color(shape.color.reduced(to: opacity))).restyled(.fill(shape.fill?.reduced(to: opacity)))
  }
}

extension PixelColor {
  fileprivate func reduced(to opacity: Double) -> PixelColor {
    var color = self
    color.alpha = UInt8(clamping: (Double(alpha) * opacity).rounded())
    return color
  }
}
