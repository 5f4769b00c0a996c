internal import Canvas

/// When the pieces of a freehand stroke become pixels; the pixels are the same.
public enum RasterPace: Hashable, Sendable {
  /// As they come, for someone who watches.
  case live
  /// When the stroke ends or a picture is wanted, on several threads.
  case batch(threads: Int)

  /// Fewer pieces than this are not worth a second thread.
  private static let piecesForThreads = 256

  func threads(for segments: [InkSegment]) -> Int {
    guard case .batch(let threads) = self, segments.count >= Self.piecesForThreads else { return 1 }
    return threads
  }
}
