public import TouchReelCanvas

/// How far two pictures of one size differ, in steps of 255 of the component that differs most.
public struct PixelDifference: CustomStringConvertible {
  public private(set) var edgeMean = 0.0
  public private(set) var edgeCount = 0
  public private(set) var insideMaximum = 0

  public var description: String { "edges \(edgeMean) of 255 (\(edgeCount) pixels), inside \(insideMaximum) at most" }

  /// `nil` if the sizes differ.
  public init?(_ ours: PixelBuffer, _ theirs: PixelBuffer) {
    guard ours.size == theirs.size else { return nil }
    let edges = zip(ours.edges, theirs.edges).map { $0 || $1 }
    var sum = 0
    for (place, isEdge) in edges.enumerated() where ours.pixels[place] != theirs.pixels[place] || isEdge {
      let distance = Self.distance(ours.pixels[place], theirs.pixels[place])
      if isEdge {
        (edgeCount, sum) = (edgeCount + 1, sum + distance)
      } else {
        insideMaximum = max(insideMaximum, distance)
      }
    }
    edgeMean = Double(sum) / Double(max(edgeCount, 1))
  }

  public static func distance(_ one: UInt32, _ other: UInt32) -> Int {
    if one == other { return 0 }
    func distance(_ shift: UInt32) -> Int { abs(Int(one >> shift & 255) - Int(other >> shift & 255)) }
    return max(distance(0), distance(8), distance(16))
  }
}

extension PixelBuffer {
  /// The picture as it looks on paper.
  public var onWhite: PixelBuffer {
    var paper = PixelBuffer(size: size)
    paper.withTarget { target in
      Picture(
        background: PreparedBackground(.image(self, .tile, on: .white), size: size), committed: TiledImage(size: size)
      ).compose(.everything(of: size), into: target)
    }
    return paper
  }

  /// Whether a pixel beside it has another colour, for each pixel.
  fileprivate var edges: [Bool] {
    let (width, height) = (size.width, size.height)
    var edges = Array(repeating: false, count: pixels.count)
    for place in pixels.indices {
      for (step, isThere) in [(1, (place + 1) % width != 0), (width, place / width + 1 < height)] where isThere {
        guard PixelDifference.distance(pixels[place], pixels[place + step]) > 2 else { continue }
        (edges[place], edges[place + step]) = (true, true)
      }
    }
    return edges
  }
}
