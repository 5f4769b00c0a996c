import TouchReelByteStreams
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelEvdevDevices
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking
import TouchReelWindowArguments

/// A pipe that a player shows as it comes, until it has ended and can be played like a file.
///
/// It shows what the pipe's devices do. What a recording in it says besides, such as colours, is seen when it is
/// played.
final class WatchedPipe {
  /// Who writes a file makes no such pauses.
  private static let pause = TimeSpan(nanoseconds: 100_000_000)

  let pipe: PipeBytes
  /// `nil` until the pipe has described a device.
  private(set) var drawing: LiveDrawing?
  private let look: ReplayLook
  private let reader: PipeReaderThread
  private var input: KernelInput!
  private let wake: () -> Void
  private let end: ((any Error)?) -> Void

  /// - Parameters:
  ///   - wake: called when something has come.
  ///   - end: called when nothing more can be watched, with what is wrong with the pipe, if anything. The pipe may not
  ///     have ended then.
  init(
    _ pipe: PipeBytes, _ look: ReplayLook, wake: @escaping () -> Void, end: @escaping ((any Error)?) -> Void
  ) throws(FileError) {
    (self.pipe, self.look, self.wake, self.end) = (pipe, look, wake, end)
    reader = try PipeReaderThread(pipe, options: ReadingOptions())
    input = KernelInput(reader, handle: { [weak self] in self?.handle($0) }, fail: { [weak self] in self?.stop($0) })
    input.afterReading = { [weak self] in self?.settle() }
    input.start()
  }

  /// Whether it was written as things happened, so that its end is what was just seen.
  var wasLive: Bool { reader.longestPause > Self.pause }

  func stop() { input.stop() }

  private func stop(_ error: (any Error)?) {
    stop()
    end(error)
  }

  private func settle() {
    wake()
    if reader.hasEnded { stop(nil) }
  }

  private func handle(_ step: DeviceInput) {
    if drawing == nil, case .opened(let description) = step.step { open(for: description) }
    drawing?.handle(step, at: EventClock.now)
  }

  /// The first device decides how large the board is, as in a replay of what comes until its first touch.
  private func open(for device: DeviceDescription) {
    let now = EventClock.now
    let layout = BoardLayout([BoardLayout.Candidate(description: device, touches: 0)], options: look.mapping)
    var setup = SessionSetup(size: layout.board)
    (setup.scale, setup.rules) = (look.scale, look.rules.applied())
    do throws(BoardError) {
      let drawing = try LiveDrawing(setup, to: nil, at: now)
      if look.mapping != SurfaceMapping.Options() { drawing.perform(.mapping(look.mapping), at: now) }
      for command in look.ink.commands { drawing.perform(command, at: now) }
      self.drawing = drawing
    } catch {
      stop(error)
    }
  }
}
