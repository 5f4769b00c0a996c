/// An image that is shown elsewhere than it was drawn, moved by whole pixels.
package struct ShiftedImage: Sendable {
  fileprivate let image: TiledImage
  /// The column and the row of the picture at which the image begins, which may lie outside.
  fileprivate let x: Int
  fileprivate let y: Int

  /// - Parameters:
  ///   - image: what is shown.
  ///   - x: the column of the picture at which its first column lies.
  ///   - y: the row of the picture at which its first row lies.
  package init(_ image: TiledImage, x: Int, y: Int) { (self.image, self.x, self.y) = (image, x, y) }

  /// The tiles of a picture that it may touch, whole.
  package func damage(of size: PixelSize) -> Damage {
    var damage = Damage(size: size)
    for index in image.tiles.indices where image.tiles[index] != nil {
      let over = damage.grid.tiles(over: place(of: index))
      for row in over.rows {
        for column in over.columns { damage.insertTile(row * damage.grid.columns + column) }
      }
    }
    return damage
  }

  /// Where one of its tiles lies on the picture.
  private func place(of index: Int) -> PixelRect {
    let bounds = image.grid.position(at: index).bounds
    return PixelRect(x: bounds.x + x, y: bounds.y + y, width: bounds.width, height: bounds.height)
  }

  /// Composites it onto a tile of the picture.
  func composite(onto pixels: UnsafeMutablePointer<UInt32>, of tile: TilePosition) {
    let bounds = tile.bounds
    let own = PixelRect(x: bounds.x - x, y: bounds.y - y, width: bounds.width, height: bounds.height)
    let over = image.grid.tiles(over: own)
    for row in over.rows {
      for column in over.columns { composite(row * image.grid.columns + column, onto: pixels, within: bounds) }
    }
  }

  private func composite(_ index: Int, onto pixels: UnsafeMutablePointer<UInt32>, within bounds: PixelRect) {
    let place = place(of: index)
    let part = place.intersection(bounds)
    guard let tile = image.tiles[index], !part.isEmpty else { return }
    for row in part.y..<part.maxY {
      PixelKernels.best.over(
        pixels + (row - bounds.y) * Tile.side + part.x - bounds.x,
        tile.pixels + (row - place.y) * Tile.side + part.x - place.x, count: part.width)
    }
  }
}
