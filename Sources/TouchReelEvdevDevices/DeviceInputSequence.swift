import SystemPackage
public import TouchReelTouchTracking

/// What devices do, as it comes, until they are gone for good or the task is cancelled. A loop over it waits without
/// holding a thread of the task's. Only one loop at a time can read the devices.
///
///     for try await input in reader.inputs { … }
public struct DeviceInputSequence: AsyncSequence {
  public typealias Element = DeviceInput
  /// What ends the reading of devices or of a pipe: `DeviceError` or `FileError`.
  public typealias Failure = any Error

  /// A loop over the inputs.
  public struct Iterator: AsyncIteratorProtocol {
    private let reader: any DeviceInputs
    private var pending: ArraySlice<DeviceInput> = []
    private var readiness: AsyncReadiness?

    fileprivate init(_ reader: any DeviceInputs) { self.reader = reader }

    /// Waits for the next input.
    ///
    /// - Parameter actor: where it is called.
    /// - Returns: `nil` if no more will come, or the task was cancelled.
    /// - Throws: what `readPending()` does, or a `DeviceError` if the system cannot start a thread.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(any Error) -> DeviceInput? {
      while pending.isEmpty {
        // What came before the end is read after it is seen.
        let hasEnded = reader.hasEnded
        pending = try reader.readPending()[...]
        guard pending.isEmpty else { break }
        if hasEnded || Task.isCancelled { return nil }
        try await awaitInput(isolation: actor)
      }
      return pending.popFirst()
    }

    private mutating func awaitInput(isolation actor: isolated (any Actor)?) async throws(DeviceError) {
      do throws(Errno) {
        let waiting = if let readiness { readiness } else { try AsyncReadiness(of: reader.fileDescriptor) }
        readiness = waiting
        await waiting.wait(isolation: actor)
      } catch {
        throw DeviceError(device: "devices", problem: .failed(operation: "cannot wait for devices", error))
      }
    }
  }

  fileprivate let reader: any DeviceInputs

  public func makeAsyncIterator() -> Iterator { Iterator(reader) }
}

/// What the touches of devices do, as it comes; otherwise as ``DeviceInputSequence``.
///
///     for try await event in reader.touchEvents() where event.phase == .began { … }
public struct DeviceTouchEvents: AsyncSequence {
  public typealias Element = TouchEvent
  /// What ends the reading of devices or of a pipe: `DeviceError` or `FileError`.
  public typealias Failure = any Error

  /// A loop over the events.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var inputs: DeviceInputSequence.Iterator
    fileprivate var touches: DeviceTouches
    private var pending: ArraySlice<TouchEvent> = []

    fileprivate init(_ inputs: DeviceInputSequence.Iterator, _ touches: DeviceTouches) {
      (self.inputs, self.touches) = (inputs, touches)
    }

    /// Waits for the next step of a touch.
    ///
    /// - Parameter actor: where it is called.
    /// - Returns: `nil` if no more will come, or the task was cancelled.
    /// - Throws: what `readPending()` does, or a `DeviceError` if the system cannot start a thread.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(any Error) -> TouchEvent? {
      while pending.isEmpty {
        guard let input = try await inputs.next(isolation: actor) else { return nil }
        pending = touches.events(of: input)[...]
      }
      return pending.popFirst()
    }
  }

  fileprivate let reader: any DeviceInputs
  fileprivate let touches: DeviceTouches

  public func makeAsyncIterator() -> Iterator {
    Iterator(DeviceInputSequence(reader: reader).makeAsyncIterator(), touches)
  }
}

extension DeviceInputs {
  /// What the devices do, for a loop that waits; see ``DeviceInputSequence``.
  public var inputs: DeviceInputSequence { DeviceInputSequence(reader: self) }

  /// What the devices' touches do, for a loop that waits; see ``DeviceTouchEvents``.
  ///
  /// - Parameters:
  ///   - board: what positions are of, in points; `nil` for one of each device's own proportions, 1920 points wide.
  ///   - rules: of palms and of pens over touch.
  public func touchEvents(on board: BoardSize? = nil, rules: TouchRules = TouchRules()) -> DeviceTouchEvents {
    DeviceTouchEvents(reader: self, touches: DeviceTouches(on: board, rules: rules))
  }
}
