import SystemPackage
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelLiveDrawing
import TouchReelRecordingFormats

/// Draws previews of sessions in the background, one after the other, or finds those that were drawn before.
final class PreviewQueue {
  private struct Request {
    let session: StoredSession
    let handle: (SessionPreview?) -> Void
  }

  private let cache: PreviewCache?
  private let size: PixelSize
  private var requests: [Request] = []
  private var task: BackgroundTask<SessionPreview?>?

  /// - Parameter size: that previews are no larger than, in pixels.
  init(_ cache: PreviewCache?, size: PixelSize) { (self.cache, self.size) = (cache, size) }

  /// - Parameter handle: called with `nil` if the session cannot be read.
  func ask(_ session: StoredSession, then handle: @escaping (SessionPreview?) -> Void) {
    requests.append(Request(session: session, handle: handle))
    if task == nil { next() }
  }

  /// Forgets what was asked for.
  func cancel() {
    requests = []
    task?.progress.cancel()
  }

  private func next() {
    guard !requests.isEmpty else {
      task = nil
      return
    }
    let request = requests.removeFirst()
    task = BackgroundTask { [cache, size, session = request.session] progress in
      Self.preview(of: session, cache, size, progress)
    } then: { [weak self] preview in
      request.handle(preview)
      self?.next()
    } cancelled: { [weak self] _ in
      self?.next()
    }
  }

  private nonisolated static func preview(
    of session: StoredSession, _ cache: PreviewCache?, _ size: PixelSize, _ progress: TaskProgress
  ) -> SessionPreview? {
    if let kept = cache?.preview(of: session, within: size) { return kept }
    guard let file = try? OpenedFile(session.path),
      let recording = try? Recording.open(progress.tracked(file.bytes)),
      let preview = try? SessionPreview(of: recording, within: size)
    else { return nil }
    cache?.keep(preview, of: session, within: size)
    return preview
  }
}
