import ByteStreams
import InputEvents
import Recordings
import SystemPackage

/// The devices of a pump, and the loop that waits for them.
final class DeviceReader {
  private let devices: [RecordedDevice]
  private var epoll: Epoll
  private var watch: DeviceWatch
  private var pending = PendingInput()
  private var tokens: [UInt64] = []

  private enum Token {
    static let watch = UInt64.max
    static let stop = UInt64.max - 1
  }

  init(_ selectors: [DeviceSelector], _ options: RecorderOptions) throws(DeviceError) {
    devices = selectors.enumerated().map { RecordedDevice($1, number: $0, options: options) }
    do throws(Errno) {
      epoll = try Epoll()
      watch = try DeviceWatch(options.folders)
      try epoll.add(watch.readiness, token: Token.watch)
    } catch {
      throw Self.failure(error)
    }
    for device in devices { try open(device) }
  }

  /// - Parameters:
  ///   - arrival: the descriptor of a signal that is raised whenever something is in the queue.
  ///   - stop: the descriptor of the signal that ends it.
  func run(into queue: Monitor<DeviceQueue>, telling arrival: CInt, until stop: CInt) {
    defer { EventSignal.raise(arrival) }
    do throws(Errno) {
      try epoll.add(stop, token: Token.stop)
      repeat {
        hand(to: queue)
        EventSignal.raise(arrival)
        try epoll.wait(into: &tokens)
        if tokens.contains(Token.watch) {
          watch.acknowledge()
          reopenAwaited()
        }
        read(tokens.filter { $0 < Token.stop }.map { devices[Int($0)] })
      } while !tokens.contains(Token.stop)
    } catch {
      queue.change { $0.fail(Self.failure(error)) }
    }
  }

  private func hand(to queue: Monitor<DeviceQueue>) {
    let isAlive = devices.contains { $0.isOpen || $0.isAwaited }
    queue.change { $0.add(pending.inputs, isAlive: isAlive) }
    pending.inputs = []
  }

  private func read(_ ready: [RecordedDevice]) {
    let gone: [RecordedDevice]
    do throws(RecorderFailure) {
      gone = try ready.readInOrder(into: &pending)
    } catch {
      // Nothing is written, so nothing but devices can fail, and those are told.
      return
    }
    for device in gone {
      device.close()
      pending.inputs.append(DeviceInput(device: device.number, step: .removed))
    }
    if !gone.isEmpty { reopenAwaited() }
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

  static func failure(_ error: Errno) -> DeviceError {
    DeviceError(device: "devices", problem: .failed(operation: "cannot wait for devices", error))
  }
}

/// What was read and not yet handed on.
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
