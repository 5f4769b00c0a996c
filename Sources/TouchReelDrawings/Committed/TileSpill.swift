import Synchronization
import TouchReelCanvas

/// Room outside of memory for tiles that an undo may need: pages of `Tile.byteCount` bytes, numbered from 0.
///
/// A page that was never written is never read. Boards that are copies of each other share one, so it may be called
/// from several threads.
package protocol TileSpill: AnyObject, Sendable {
  /// Writes a whole page, over what it held.
  func write(_ bytes: UnsafeRawBufferPointer, toPage page: Int) throws(TileSpillError)
  /// Reads a whole page that was written.
  func read(page: Int, into bytes: UnsafeMutableRawBufferPointer) throws(TileSpillError)
}

/// Why a page could not be kept or given back, as on a full disk.
package struct TileSpillError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// The pages of a spill. A page is free again once its tile is no longer needed.
final class SpillPages: Sendable {
  private struct Room {
    var free: [Int] = []
    var next = 0
  }

  private let spill: any TileSpill
  private let room = Mutex(Room())

  init(_ spill: any TileSpill) { self.spill = spill }

  func store(_ tile: Tile) throws(TileSpillError) -> SpilledTile {
    let spilled = SpilledTile(page: reservePage(), pages: self)
    try tile.withPixels { pixels throws(TileSpillError) in
      try spill.write(UnsafeRawBufferPointer(pixels), toPage: spilled.page)
    }
    return spilled
  }

  func load(_ page: Int) throws(TileSpillError) -> Tile {
    let pixels = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: Tile.byteCount / MemoryLayout<UInt32>.stride)
    defer { pixels.deallocate() }
    pixels.initialize(repeating: 0)
    try spill.read(page: page, into: UnsafeMutableRawBufferPointer(pixels))
    guard let tile = Tile(pixels: UnsafeBufferPointer(pixels)) else {
      throw TileSpillError("a page does not hold a tile")
    }
    return tile
  }

  func free(_ page: Int) { room.withLock { $0.free.append(page) } }

  private func reservePage() -> Int {
    room.withLock { room in
      if let page = room.free.popLast() { return page }
      defer { room.next += 1 }
      return room.next
    }
  }
}

/// A tile in a spill.
final class SpilledTile: Sendable {
  let page: Int
  private let pages: SpillPages

  init(page: Int, pages: SpillPages) {
    self.page = page
    self.pages = pages
  }

  deinit { pages.free(page) }

  func load() throws(TileSpillError) -> Tile { try pages.load(page) }
}

/// A patch whose tiles are in a spill.
struct SpilledPatch: Sendable {
  private let size: PixelSize
  private var tiles: [(position: TilePosition, tile: SpilledTile?)] = []

  init(_ patch: TilePatch, on pages: SpillPages) throws(TileSpillError) {
    size = patch.size
    for (position, tile) in patch.tiles {
      guard let tile else {
        tiles.append((position, nil))
        continue
      }
      tiles.append((position, try pages.store(tile)))
    }
  }

  func restored() throws(TileSpillError) -> TilePatch {
    var loaded: [(position: TilePosition, tile: Tile?)] = []
    for (position, tile) in tiles {
      guard let tile else {
        loaded.append((position, nil))
        continue
      }
      loaded.append((position, try tile.load()))
    }
    return TilePatch(size: size, tiles: loaded)
  }
}
