public import ByteStreams
import InputEvents
public import Recordings
public import TouchTracking

/// Writes what a user states of the devices' surfaces into their descriptions.
public struct StatedSurface: EntryTransform {
  private let options: SurfaceMapping.Options
  private let file: String
  private var hasSeenPositions = false

  /// - Parameters:
  ///   - options: what the user states.
  ///   - file: what errors call the recording.
  public init(_ options: SurfaceMapping.Options, file: String) {
    self.options = options
    self.file = file
  }

  public mutating func apply(_ entry: RecordingEntry, emit: Emit) throws(FileError) {
    guard case .opening(var opening, let channel) = entry else { return try emit(entry) }
    hasSeenPositions = hasSeenPositions || opening.description.hasPositions
    opening.description = options.stated(in: opening.description)
    try emit(.opening(opening, as: channel))
  }

  /// - Throws: if no device has positions.
  public mutating func finish(emit: Emit) throws(FileError) {
    guard hasSeenPositions else {
      throw FileError(
        file: file, message: "has no device with positions; remove --range, --resolution, --rotate, --calibration")
    }
  }
}
