internal import Canvas

/// What the finished operations have made: a cache of the drawing.
struct Sheet: Sendable {
  var ink: TiledImage
  var background: Background
}

/// What takes an operation back, or brings it again.
enum Reversal: Sendable {
  /// To be applied last to first.
  case tiles([TilePatch])
  case background(Background)
  /// Given up to save memory.
  case forgotten

  /// Memory that it keeps alive: 16 KiB for each tile.
  var byteCount: Int {
    guard case .tiles(let patches) = self else { return 0 }
    return patches.reduce(0) { $0 + $1.tileCount * 16_384 }
  }

  /// Where it changes the picture.
  func damage(on raster: Raster) -> Damage {
    guard case .tiles(let patches) = self else { return .everything(of: raster.pixels) }
    var damage = Damage(size: raster.pixels)
    for patch in patches { damage.formUnion(patch) }
    return damage
  }
}

extension Sheet {
  /// - Parameter layers: the operation's own, drawn already or now.
  mutating func apply(_ operation: BoardOperation, _ layers: [InkLayer]) -> Reversal {
    switch operation {
    case .add, .erase: return .tiles(layers.map { ink.commit($0) })
    case .clear: return .tiles([ink.removeAll()])
    case .background(let new):
      defer { background = new }
      return .background(background)
    }
  }

  /// As ``apply(_:_:)``, where nothing is ever to be taken back; tiles are not copied.
  mutating func applyForGood(_ operation: BoardOperation, _ layers: [InkLayer]) {
    switch operation {
    case .add, .erase: for layer in layers { ink.merge(layer) }
    case .clear: ink = TiledImage(size: ink.size)
    case .background(let new): background = new
    }
  }

  /// Takes back, and returns what takes that back.
  mutating func revert(_ reversal: Reversal) -> Reversal {
    switch reversal {
    case .tiles(let patches): return .tiles(patches.reversed().map { ink.apply($0) })
    case .background(let former):
      defer { background = former }
      return .background(background)
    case .forgotten: return .forgotten
    }
  }
}
