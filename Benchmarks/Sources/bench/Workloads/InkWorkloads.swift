import TouchReelCanvas

/// The strokes of W1 and W2 with everything that does not belong to their drawing done beforehand.
final class Ink {
  let strokes: [(segments: [InkSegment], color: PixelColor)]
  let white = PreparedBackground(.color(.white), size: BenchmarkStroke.size)
  private var target = PixelBuffer(size: BenchmarkStroke.size)

  init(_ strokes: [BenchmarkStroke]) {
    self.strokes = strokes.map { ($0.segments, $0.color) }
  }

  /// W1: whole strokes onto a white canvas, drawn together as `render` draws them.
  func drawWhole(threads: Int) -> PixelBuffer {
    var image = TiledImage(size: BenchmarkStroke.size)
    var batch = InkBatch()
    var damage = Damage(size: BenchmarkStroke.size)
    for stroke in strokes {
      batch.add(stroke.segments, .ink(stroke.color))
      guard batch.isFull(threads: 1) else { continue }
      image.merge(batch, threads: threads, damage: &damage)
      batch.removeAll()
    }
    image.merge(batch, threads: threads, damage: &damage)
    return show(image, threads: threads)
  }

  /// W2: every stroke grows by one segment after the other, then becomes part of the canvas.
  ///
  /// - Parameter layer: what becomes of a stroke's coverage.
  func drawLive(
    onto start: TiledImage? = nil, as layer: (CoverageLayer, PixelColor) -> InkLayer = InkLayer.ink
  ) -> TiledImage {
    var image = start ?? TiledImage(size: BenchmarkStroke.size)
    var damage = Damage(size: BenchmarkStroke.size)
    for stroke in strokes {
      var coverage = CoverageLayer(size: BenchmarkStroke.size)
      for segment in stroke.segments { coverage.add(segment, damage: &damage) }
      image.merge(layer(coverage, stroke.color))
    }
    return image
  }

  /// As W2, and after each segment the canvas shows it.
  func drawShown() {
    var picture = Picture(background: white, committed: TiledImage(size: BenchmarkStroke.size))
    target.withTarget { target in
      for stroke in strokes {
        var coverage = CoverageLayer(size: BenchmarkStroke.size)
        var damage = Damage(size: BenchmarkStroke.size)
        for segment in stroke.segments {
          coverage.add(segment, damage: &damage)
          picture.inProgress = [.ink(coverage, stroke.color)]
          picture.compose(damage, into: target)
          picture.inProgress = []
          damage.reset()
        }
        picture.committed.merge(.ink(coverage, stroke.color))
      }
    }
  }

  func show(_ image: TiledImage, threads: Int = 1) -> PixelBuffer {
    target.withTarget { target in
      Picture(background: white, committed: image)
        .compose(.everything(of: BenchmarkStroke.size), into: target, threads: threads)
    }
    return target
  }
}

extension Workload {
  static func ink(_ ink: Ink, peers: Peers) throws -> [Workload] {
    let whole = ink.drawWhole(threads: 1)
    guard ink.show(ink.drawLive()) == whole, ink.drawWhole(threads: 2) == whole else {
      throw BenchFailure("whole strokes, live strokes and two threads do not give the same pixels")
    }
    let live = { nanoseconds { consume(ink.show(ink.drawLive())) } / 1e6 }
    let atOnce = { nanoseconds { consume(ink.drawWhole(threads: 1)) } / 1e6 }
    var rows: [Workload] = []
    for (peer, goal) in [("Cairo", 5.0), ("Skia", 4.5), ("Blend2D", 2.0)] {
      guard let measure = peers.measure(peer, "w2") else { continue }
      rows.append(
        Workload("W2 live ink", .milliseconds, goal: .ratioAtLeast(goal), ours: live).against(peer) {
          try measure() / 1e6
        })
    }
    rows.append(
      Workload("W2, shown after each segment", .milliseconds) { nanoseconds { ink.drawShown() } / 1e6 })
    for (peer, goal) in [("Cairo", Workload.Goal.ratioAtLeast(3)), ("Skia", .none), ("Blend2D", .ratioAtLeast(1))] {
      guard let measure = peers.measure(peer, "w1") else { continue }
      rows.append(
        Workload("W1 whole strokes", .milliseconds, goal: goal, ours: atOnce).against(peer) { try measure() / 1e6 })
    }
    rows.append(
      Workload("W1, two threads", .milliseconds, goal: .ratioAtLeast(1.6)) {
        nanoseconds { consume(ink.drawWhole(threads: 2)) } / 1e6
      }.against("one thread", atOnce))
    return rows + paints(ink)
  }

  /// What a stroke costs that is not opaque ink, as a factor.
  private static func paints(_ ink: Ink) -> [Workload] {
    let full = ink.drawLive()
    let opaque = { nanoseconds { consume(ink.drawLive(onto: full)) } }
    let translucent = { (coverage: CoverageLayer, color: PixelColor) -> InkLayer in
      var half = color
      half.alpha = 128
      return .ink(coverage, half)
    }
    return [
      Workload("eraser, of an opaque stroke", .factor, goal: .atMost(1.3)) {
        let erasing = nanoseconds { consume(ink.drawLive(onto: full) { coverage, _ in .erase(coverage) }) }
        return erasing / opaque()
      },
      Workload("translucent, of an opaque stroke", .factor, goal: .atMost(1.3)) {
        let drawing = nanoseconds { consume(ink.drawLive(onto: full, as: translucent)) }
        return drawing / opaque()
      },
    ]
  }
}
