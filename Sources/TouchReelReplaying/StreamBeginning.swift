package import TouchReelByteStreams
import TouchReelInputEvents
package import TouchReelRecordingFormats
import TouchReelRecordings
package import TouchReelTouchTracking

extension RecordingFacts {
  /// What the beginning of a stream says, where that is enough to place its touches on a board while they come. The
  /// board is that of the first direct device.
  ///
  /// - Parameters:
  ///   - stream: read up to its first frame, and then from its beginning by whoever shows it.
  ///   - options: what the user states of the surface.
  /// - Returns: `nil` where the range of a device's positions is neither described nor stated: only all of its events
  ///   show it.
  package static func ofStream(
    _ stream: Recording, options: SurfaceMapping.Options
  ) throws(FileError) -> RecordingFacts? {
    var source = try stream.makeSource()
    var entry = RecordingEntry()
    var statistics = RecordingStatistics()
    while statistics.firstTime == nil, try source.next(into: &entry) { statistics.add(entry) }
    // All of it came.
    guard statistics.firstTime != nil else { return nil }
    let isMapped = statistics.devices.allSatisfy { device in
      let description = device.opening.description
      let hasRanges = description.hasOwnRanges || description.hasRangesOfWhole || !description.lacksRanges
      return options.range != nil || hasRanges
    }
    guard isMapped else { return nil }
    return RecordingFacts(beginning: stream.format, statistics, mayHaveBoardMessages: stream.format == .mcap)
  }
}
