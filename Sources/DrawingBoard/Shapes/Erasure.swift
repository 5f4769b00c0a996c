internal import Canvas

/// A stroke that takes away all ink that was committed before it.
public struct Erasure: Hashable, Sendable {
  public var path: StrokePath

  public init(path: StrokePath) { self.path = path }

  func layers(on raster: Raster) -> [InkLayer] { [.erase(path.coverage(on: Placement(on: raster)))] }
}
