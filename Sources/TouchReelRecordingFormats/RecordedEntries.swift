public import TouchReelByteStreams
public import TouchReelInputEvents
public import TouchReelRecordings

/// The entries of a recording, in the order of its file.
///
/// An element is a `Result`, since a file may become unreadable anywhere: what could be read comes first, then the
/// error, then nothing. Each loop reads the recording from its start.
///
///     for entry in recording.entries() {
///       if case .frame(let frame, _) = try entry.get() { count += frame.events.count }
///     }
public struct RecordedEntries: Sequence {
  /// A reading, which opens the file with its first element.
  public struct Iterator: IteratorProtocol {
    private enum State {
      case closed(Recording)
      case open(any RecordingSource)
      case ended
    }

    private var state: State

    fileprivate init(_ recording: Recording) { state = .closed(recording) }

    public mutating func next() -> Result<RecordingEntry, FileError>? {
      var entry = RecordingEntry()
      do throws(FileError) { return try read(into: &entry) ? .success(entry) : nil } catch {
        state = .ended
        return .failure(error)
      }
    }

    private mutating func read(into entry: inout RecordingEntry) throws(FileError) -> Bool {
      var source: any RecordingSource
      switch state {
      case .closed(let recording): source = try recording.makeSource()
      case .open(let opened): source = opened
      case .ended: return false
      }
      // There is one owner of the source while it reads, so that its buffers are not copied.
      state = .ended
      guard try source.next(into: &entry) else { return false }
      state = .open(source)
      return true
    }
  }

  fileprivate let recording: Recording

  public func makeIterator() -> Iterator { Iterator(recording) }
}

/// A frame of a recording.
public struct RecordedFrame: Hashable, Sendable {
  /// The opening of the device that it came from.
  public var channel: DeviceChannel
  /// The frame, as the kernel reported it.
  public var frame: Frame
}

/// The frames of a recording, of all its devices, in the order of its file; what stands between them is left out.
///
/// Elements are as those of ``RecordedEntries``.
public struct RecordedFrames: Sequence {
  /// A reading, which opens the file with its first element.
  public struct Iterator: IteratorProtocol {
    fileprivate var entries: RecordedEntries.Iterator

    public mutating func next() -> Result<RecordedFrame, FileError>? {
      while let entry = entries.next() {
        switch entry {
        case .success(.frame(let frame, let channel)): return .success(RecordedFrame(channel: channel, frame: frame))
        case .failure(let error): return .failure(error)
        case .success: continue
        }
      }
      return nil
    }
  }

  fileprivate let recording: Recording

  public func makeIterator() -> Iterator { Iterator(entries: RecordedEntries(recording: recording).makeIterator()) }
}

extension Recording {
  /// All that the recording holds; see ``RecordedEntries``. What reading warns of is found by ``makeSource()``.
  public func entries() -> RecordedEntries { RecordedEntries(recording: self) }

  /// The recording's frames; see ``RecordedFrames``.
  public func frames() -> RecordedFrames { RecordedFrames(recording: self) }
}
