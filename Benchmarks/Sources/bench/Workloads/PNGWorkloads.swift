import TouchReelCanvas

extension Workload {
  /// - Parameter picture: W1's, which peers have as `ink.bgra`.
  static func png(_ picture: PixelBuffer, peers: Peers) -> [Workload] {
    var time = Workload("PNG of W1", .milliseconds, goal: .ratioAtLeast(10)) {
      nanoseconds { consume(picture.png()) } / 1e6
    }
    var size = Workload("PNG of W1, size", .kilobytes, goal: .ratioAtLeast(1), rounds: 1) {
      Double(picture.png().count) / 1e3
    }
    if let figures = peers.figures("libpng", "png") {
      time = time.against("libpng") { try figures().nanoseconds / 1e6 }
      size = size.against("libpng") { try figures().number / 1e3 }
    }
    return [time, size]
  }
}
