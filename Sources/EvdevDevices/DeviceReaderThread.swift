import ByteStreams
import SystemPackage

/// Reads devices for a program that waits in a loop of its own.
///
/// A thread reads: the kernel keeps about eight frames of a device, so that whoever draws between two readings would lose events. A device that
/// was named so that its name outlives a replug is opened again when it is back. All stops, and devices are released, with the pump's
/// last owner.
///
///     let pump = try DeviceReaderThread([.name("ELAN Touchscreen")])
///     // whenever pump.fileDescriptor is readable:
///     for input in try pump.readPending() { … }
public final class DeviceReaderThread {
  private let queue: Monitor<DeviceQueue>
  private let arrival: EventSignal
  private let stop: EventSignal
  private let thread: WorkerThread

  /// Opens the devices, and grabs them where the options ask for that; limits and intervals mean nothing here.
  /// - Throws: where a device is not there, may not be read, or is not to be.
  public init(_ selectors: [DeviceSelector], options: RecorderOptions = RecorderOptions()) throws(DeviceError) {
    let reader = try DeviceReader(selectors, options)
    let queue = Monitor(DeviceQueue())
    self.queue = queue
    do throws(Errno) {
      arrival = try EventSignal()
      stop = try EventSignal()
      let (arrival, stop) = (arrival.readiness, stop.readiness)
      thread = try WorkerThread(handing: reader) { reader in
        reader.run(into: queue, telling: arrival, until: stop)
      }
    } catch {
      throw DeviceReader.failure(error)
    }
  }

  deinit {
    EventSignal.raise(stop.readiness)
    thread.join()
  }

  /// To be polled for reading; the pump keeps it.
  public var fileDescriptor: Int32 { arrival.readiness }

  /// Whether a device is open, or may come back. What the devices did before may still be pending.
  public var isAlive: Bool { queue.change { $0.isAlive } }

  /// What the devices did since it was last asked, in each device's order; first, that they were opened. It never waits.
  /// - Throws: where the system fails; a device that is gone is none of that.
  public func readPending() throws(DeviceError) -> [DeviceInput] {
    arrival.acknowledge()
    let (inputs, failure) = queue.change { $0.take() }
    if let failure, inputs.isEmpty { throw failure }
    return inputs
  }
}

/// What was read and not yet fetched.
struct DeviceQueue: Sendable {
  private var inputs: [DeviceInput] = []
  private var failure: DeviceError?
  private(set) var isAlive = true

  mutating func add(_ new: [DeviceInput], isAlive: Bool) {
    inputs += new
    self.isAlive = isAlive
  }

  mutating func fail(_ error: DeviceError) { (failure, isAlive) = (error, false) }

  mutating func take() -> ([DeviceInput], DeviceError?) {
    defer { inputs = [] }
    return (inputs, failure)
  }
}
