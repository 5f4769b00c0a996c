package import TouchReelDrawingFiles
import TouchReelDrawings
import TouchReelInkFiles
import TouchReelInputEvents
package import TouchReelReplaying
import TouchReelTouchTracking

/// Ink with the times of its touches, as InkML or a raw drawing of “Quick, Draw!” hold it.
package struct TimedInk {
  package let bytes: [UInt8]
  /// What the file does not hold, in words.
  package let losses: [String]

  /// - Parameters:
  ///   - rendered: with its touches' samples.
  ///   - kind: `inkml` or `quickdraw`.
  /// - Throws: `DrawingFileError.noStrokes`
  package init(_ rendered: RenderedDrawing, as kind: DrawingKind) throws(DrawingFileError) {
    let samples = rendered.origins.mapValues(\.runs).filter { !$0.value.isEmpty }
    let devices = Set(rendered.origins.values.map(\.device))
    let (bytes, losses) = try ForeignDrawing.ink(
      of: rendered.drawing, samples: samples, unitsPerMillimetre: rendered.pointsPerMillimetre,
      device: devices.count == 1 ? devices.first ?? "" : "", as: kind)
    self.bytes = bytes
    let timeless = rendered.drawing.elements.contains { $0.shape != nil && samples[$0.id] == nil }
    self.losses = losses + (timeless ? ["some ink has no times, and so the file has none"] : [])
  }
}

extension TouchOrigin {
  /// Its samples, in parts between which events were lost: no ink leads from one to the next.
  fileprivate var runs: [[InkSample]] {
    samples.reduce(into: []) { runs, sample in
      if runs.isEmpty || sample.isAfterGap { runs.append([]) }
      runs[runs.count - 1].append(InkSample(sample))
    }
  }
}

extension InkSample {
  fileprivate init(_ sample: TouchOrigin.Sample) {
    self.init(x: sample.point.x, y: sample.point.y, time: sample.time.seconds, pressure: sample.pressure)
    (tiltX, tiltY) = (sample.tilt?.x, sample.tilt?.y)
  }
}
