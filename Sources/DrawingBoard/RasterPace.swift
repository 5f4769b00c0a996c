internal import Canvas
internal import Dispatch

/// When the pieces of a freehand stroke become pixels; the pixels are the same.
public enum RasterPace: Hashable, Sendable {
  /// As they come, for someone who watches.
  case live
  /// When the stroke ends or a picture is wanted, on several threads.
  case batch(threads: Int)

  var threads: Int {
    switch self {
    case .live: 1
    case .batch(let threads): max(1, threads)
    }
  }
}

extension CoverageLayer {
  /// Fewer pieces than this are not worth a thread of their own.
  private static let piecesPerThread = 128

  mutating func add(_ segments: [InkSegment], threads: Int) {
    let workers = min(threads, segments.count / Self.piecesPerThread)
    guard workers > 1 else { return segments.forEach { add($0) } }
    for part in Self.drawn(segments, size: size, workers: workers) { addMask(part) }
  }

  private static func drawn(_ segments: [InkSegment], size: PixelSize, workers: Int) -> [CoverageLayer] {
    var parts = Array(repeating: CoverageLayer(size: size), count: workers)
    parts.withUnsafeMutableBufferPointer { buffer in
      nonisolated(unsafe) let parts = buffer
      DispatchQueue.concurrentPerform(iterations: workers) { worker in
        let range = worker * segments.count / workers..<(worker + 1) * segments.count / workers
        for segment in segments[range] { parts[worker].add(segment) }
      }
    }
    return parts
  }
}
