import SystemPackage
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelLiveDrawing
import TouchReelRecordingFormats

/// Draws previews of sessions in the background, one after the other, or finds those that were drawn before.
final class PreviewQueue {
  /// What a preview is asked for.
  enum Purpose {
    /// A picture that is seen, which comes first.
    case picture
    /// Texts to be searched, once for each session.
    case texts
  }

  private struct Request {
    let session: StoredSession
    let handle: (SessionPreview?) -> Void
  }

  private let cache: PreviewCache?
  private let size: PixelSize
  private var pictures: [Request] = []
  private var texts: [Request] = []
  /// The sessions whose texts are asked for.
  private var unread: Set<StoredSession> = []
  private var task: BackgroundTask<SessionPreview?>?

  /// - Parameter size: that previews are no larger than, in pixels.
  init(_ cache: PreviewCache?, size: PixelSize) { (self.cache, self.size) = (cache, size) }

  /// - Parameter handle: called with `nil` if the session cannot be read.
  func ask(_ session: StoredSession, for purpose: Purpose, then handle: @escaping (SessionPreview?) -> Void) {
    let request = Request(session: session, handle: handle)
    switch purpose {
    case .picture: pictures.append(request)
    case .texts:
      guard unread.insert(session).inserted else { return }
      texts.append(request)
    }
    if task == nil { next() }
  }

  /// Forgets what was asked for.
  func cancel() {
    (pictures, texts, unread) = ([], [], [])
    task?.progress.cancel()
  }

  private func next() {
    guard let request = taken() else {
      task = nil
      return
    }
    task = BackgroundTask { [cache, size, session = request.session] progress in
      Self.preview(of: session, cache, size, progress)
    } then: { [weak self] preview in
      request.handle(preview)
      self?.next()
    } cancelled: { [weak self] _ in
      self?.next()
    }
  }

  private func taken() -> Request? {
    guard pictures.isEmpty else { return pictures.removeFirst() }
    guard !texts.isEmpty else { return nil }
    let request = texts.removeFirst()
    unread.remove(request.session)
    return request
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
