public import InputEvents
import Recordings
import SystemPackage

/// What a device of a pump did.
public struct DeviceInput: Hashable, Sendable {
  public enum Step: Hashable, Sendable {
    /// It was opened, at the start or because it is back. Nothing that was down before is down.
    case opened(DeviceDescription)
    case frame(Frame)
    /// Events were lost; this is the state of all slots, keys and axes since.
    case synced(Frame)
    /// It was unplugged, revoked or reset: its contacts will not be lifted.
    case removed
  }

  /// The device's number within its pump; the same when it is back.
  public var device: Int
  public var step: Step

  public init(device: Int, step: Step) {
    self.device = device
    self.step = step
  }
}

/// Reads devices for a program that waits in a loop of its own.
///
/// It never waits. A device that was named so that its name outlives a replug is opened again when it is back.
///
///     let pump = try DevicePump([.name("ELAN Touchscreen")])
///     // whenever pump.fileDescriptor is readable, and once at the start:
///     for input in try pump.readPending() { … }
public final class DevicePump {
  private let devices: [RecordedDevice]
  private var epoll: Epoll
  private var watch: DeviceWatch
  private var pending = PendingInput()
  private var tokens: [UInt64] = []

  private static let watchToken = UInt64.max

  /// Opens the devices, and grabs them where the options ask for that; limits and intervals mean nothing here.
  /// - Throws: where a device is not there, may not be read, or is not to be.
  public init(_ selectors: [DeviceSelector], options: RecorderOptions = RecorderOptions()) throws(DeviceError) {
    devices = selectors.enumerated().map { RecordedDevice($1, number: $0, options: options) }
    do throws(Errno) {
      epoll = try Epoll()
      watch = try DeviceWatch(options.folders)
      try epoll.add(watch.readiness, token: Self.watchToken)
    } catch {
      throw Self.failure(error)
    }
    for device in devices { try open(device) }
  }

  /// To be polled for reading; the pump keeps it.
  public var fileDescriptor: Int32 { epoll.readiness }

  /// Whether a device is open, or may come back.
  public var isAlive: Bool { devices.contains { $0.isOpen || $0.isAwaited } }

  /// What the devices did since it was last asked, in each device's order.
  /// - Throws: where the system fails; a device that is gone is none of that.
  public func readPending() throws(DeviceError) -> [DeviceInput] {
    do throws(Errno) { try epoll.wait(into: &tokens, milliseconds: 0) } catch { throw Self.failure(error) }
    for token in tokens {
      if token == Self.watchToken {
        watch.acknowledge()
        reopenAwaited()
      } else {
        read(devices[Int(token)])
      }
    }
    defer { pending.inputs = [] }
    return pending.inputs
  }

  private func read(_ device: RecordedDevice) {
    do throws(RecorderFailure) {
      try device.read(into: &pending)
    } catch {
      // Nothing is written, so it is the device that failed.
      device.close()
      pending.inputs.append(DeviceInput(device: device.number, step: .removed))
      reopenAwaited()
    }
  }

  /// One that is not back yet, or may not be read until udev has come round to it, is tried again when the watch tells.
  private func reopenAwaited() {
    for device in devices where device.isAwaited {
      do throws(DeviceError) { try open(device) } catch { continue }
    }
  }

  private func open(_ device: RecordedDevice) throws(DeviceError) {
    let opened = try device.open()
    device.channel = DeviceChannel(rawValue: device.number)
    do throws(Errno) { try epoll.add(opened.readiness, token: UInt64(device.number)) } catch {
      throw Self.failure(error)
    }
    pending.inputs.append(DeviceInput(device: device.number, step: .opened(opened.description)))
  }

  private static func failure(_ error: Errno) -> DeviceError {
    DeviceError(device: "devices", problem: .failed(operation: "cannot wait for devices", error))
  }
}

/// What was read and not yet fetched.
private struct PendingInput: FrameReceiver {
  var inputs: [DeviceInput] = []
  private var latest: [Int: Timestamp] = [:]

  mutating func add(_ frame: Frame, of channel: DeviceChannel) {
    if let time = frame.time { latest[channel.rawValue] = time }
    inputs.append(DeviceInput(device: channel.rawValue, step: .frame(frame)))
  }

  mutating func add(syncedState device: DeviceDescription, of channel: DeviceChannel) {
    let time = latest[channel.rawValue] ?? MonotonicClock.now
    inputs.append(DeviceInput(device: channel.rawValue, step: .synced(device.syncFrame(at: time))))
  }
}
