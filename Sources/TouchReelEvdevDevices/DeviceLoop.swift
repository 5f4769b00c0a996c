import CTouchReelEvdev
import Glibc
import SystemPackage
import TouchReelByteStreams
import TouchReelInputEvents

/// Handles everything that devices do.
protocol DeviceReceiver: FrameReceiver {
  /// - Parameter number: the same for each opening of one device.
  /// - Returns: the channel of this opening.
  mutating func open(_ description: DeviceDescription, number: Int) throws(FileError) -> DeviceChannel
  /// The opening is that of a device that was unplugged before.
  mutating func recordReturn(of channel: DeviceChannel, at now: Timestamp) throws(FileError)
  /// The device went away; the kernel lifts nothing.
  mutating func remove(_ channel: DeviceChannel, at now: Timestamp) throws(FileError)
}

/// Reads several devices on one thread, and opens those again that return after they were unplugged.
///
/// A device whose name outlives a replug is awaited when it goes away.
final class DeviceLoop {
  private let devices: [RecordedDevice]
  /// What errors call the program that waits.
  private let name: String
  private var openings: [(device: RecordedDevice, description: DeviceDescription)] = []
  private var epoll: Epoll
  private var watch: DeviceWatch
  private var tokens: [UInt64] = []

  private static let watchToken = UInt64.max

  /// Opens the devices, and grabs them if the options ask for that.
  init(_ selectors: [DeviceSelector], options: RecorderOptions, name: String) throws(DeviceError) {
    self.name = name
    devices = selectors.enumerated().map { RecordedDevice($1, number: $0, options: options) }
    do throws(Errno) {
      epoll = try Epoll()
      watch = try DeviceWatch(options.folders)
      try epoll.add(watch.readiness, token: Self.watchToken)
    } catch {
      throw Self.failure(error, of: name)
    }
    for device in devices { openings.append((device, try open(device))) }
  }

  /// The descriptions, as the devices were opened first.
  var descriptions: [DeviceDescription] { openings.map(\.description) }

  /// Whether a device is open, or may return.
  var isAlive: Bool { devices.contains { $0.isOpen || $0.isAwaited } }

  /// Makes `wait` return when a descriptor is readable.
  /// - Parameter token: above those of the devices, which are their numbers.
  func add(_ descriptor: CInt, as token: UInt64) throws(Errno) { try epoll.add(descriptor, token: token) }

  func failure(_ error: Errno) -> DeviceError { Self.failure(error, of: name) }

  /// Hands the openings on that were made before the loop began.
  func begin(into receiver: inout some DeviceReceiver) throws(RecorderFailure) {
    for (device, description) in openings { try begin(device, description, into: &receiver) }
  }

  /// Grabs the devices from here on, or leaves them to other programs as well.
  func grab(_ grab: RecorderOptions.Grab) {
    for device in devices { device.grab(grab) }
  }

  /// Waits until a device or another descriptor is readable, or a device may have returned.
  func wait() throws(Errno) { try epoll.wait(into: &tokens) }

  /// Whether the last wait ended because of this descriptor.
  func isReady(_ token: UInt64) -> Bool { tokens.contains(token) }

  /// Opens devices that returned, if the last wait found that one may have; then reads those that are ready.
  func readReady(into receiver: inout some DeviceReceiver) throws(RecorderFailure) {
    if tokens.contains(Self.watchToken) {
      watch.acknowledge()
      try reopenAwaited(into: &receiver)
    }
    try read(tokens.filter { $0 < UInt64(devices.count) }.map { devices[Int($0)] }, into: &receiver)
  }

  /// Reads all devices.
  func readAll(into receiver: inout some DeviceReceiver) throws(RecorderFailure) {
    try read(devices.filter(\.isOpen), into: &receiver)
  }

  private func read(_ ready: [RecordedDevice], into receiver: inout some DeviceReceiver) throws(RecorderFailure) {
    let gone = try ready.readInOrder(into: &receiver)
    for device in gone {
      device.close()
      try writing { () throws(FileError) in try receiver.remove(device.channel, at: MonotonicClock.now) }
    }
    // It may be back already.
    if !gone.isEmpty { try reopenAwaited(into: &receiver) }
  }

  /// A device that is not back yet, or may not be read until udev has processed it, is tried again when the watch finds
  /// a change.
  private func reopenAwaited(into receiver: inout some DeviceReceiver) throws(RecorderFailure) {
    for device in devices where device.isAwaited {
      let description: DeviceDescription
      do throws(DeviceError) { description = try open(device) } catch { continue }
      try begin(device, description, into: &receiver)
      try writing { () throws(FileError) in try receiver.recordReturn(of: device.channel, at: MonotonicClock.now) }
    }
  }

  private func begin(
    _ device: RecordedDevice, _ description: DeviceDescription, into receiver: inout some DeviceReceiver
  ) throws(RecorderFailure) {
    device.channel = try writing { () throws(FileError) in
      try receiver.open(description, number: device.number)
    }
  }

  private func open(_ device: RecordedDevice) throws(DeviceError) -> DeviceDescription {
    let opened = try device.open()
    do throws(Errno) { try epoll.add(opened.readiness, token: UInt64(device.number)) } catch { throw failure(error) }
    return opened.description
  }

  private static func failure(_ error: Errno, of name: String) -> DeviceError {
    DeviceError(device: name, problem: .failed(operation: "cannot wait for devices", error))
  }
}

extension [RecordedDevice] {
  /// Reads what is waiting of each, in the order of its times.
  ///
  /// - Returns: those that went away, or cannot be read any longer.
  /// - Throws: if the receiver fails.
  fileprivate func readInOrder(into receiver: inout some FrameReceiver) throws(RecorderFailure) -> [RecordedDevice] {
    // One device has nothing to be put in order with, and its frames need not be kept.
    guard count > 1 else { return try read(into: &receiver) }
    var merge = FrameMerge()
    let gone = try read(into: &merge)
    try writing { () throws(FileError) in try merge.hand(to: &receiver) }
    return gone
  }

  private func read(into receiver: inout some FrameReceiver) throws(RecorderFailure) -> [RecordedDevice] {
    var gone: [RecordedDevice] = []
    for device in self where device.isOpen {
      do throws(RecorderFailure) {
        try device.read(into: &receiver)
      } catch {
        guard case .device = error else { throw error }
        gone.append(device)
      }
    }
    return gone
  }
}

/// What several devices did since they were last read, put in the order of its times.
///
/// The kernel has a queue for each device, so a reader that was delayed finds one after another what happened
/// alternately: a pen that came near before a finger touched must not be reported after it. What one device did keeps
/// its order, whatever its clock says.
struct FrameMerge: FrameReceiver {
  private enum Step {
    case frame(Frame)
    case syncedState(DeviceDescription)
  }

  private var steps: [(time: Timestamp, channel: DeviceChannel, step: Step)] = []
  private var latest: [DeviceChannel: Timestamp] = [:]

  mutating func add(_ frame: Frame, of channel: DeviceChannel) {
    add(.frame(frame), of: channel, at: frame.time)
  }

  mutating func add(syncedState device: DeviceDescription, of channel: DeviceChannel) {
    add(.syncedState(device), of: channel, at: nil)
  }

  private mutating func add(_ step: Step, of channel: DeviceChannel, at time: Timestamp?) {
    let before = latest[channel] ?? Timestamp(nanoseconds: .min)
    let time = max(time ?? before, before)
    latest[channel] = time
    steps.append((time, channel, step))
  }

  /// Hands everything on; of one time, what was read first.
  func hand(to receiver: inout some FrameReceiver) throws(FileError) {
    let order = steps.indices.sorted { (steps[$0].time, $0) < (steps[$1].time, $1) }
    for index in order {
      let (_, channel, step) = steps[index]
      switch step {
      case .frame(let frame): try receiver.add(frame, of: channel)
      case .syncedState(let device): try receiver.add(syncedState: device, of: channel)
      }
    }
  }
}

/// `epoll(7)`: waits for any of several descriptors, each known by a token.
private struct Epoll: ~Copyable {
  private let descriptor: OwnedDescriptor
  private var ready: [epoll_event]

  init() throws(Errno) {
    descriptor = try OwnedDescriptor(from: { epoll_create1(CInt(EPOLL_CLOEXEC)) })
    ready = [epoll_event](repeating: epoll_event(), count: 16)
  }

  /// A descriptor that is closed need not be removed.
  func add(_ number: CInt, token: UInt64) throws(Errno) {
    var event = epoll_event()
    event.events = EPOLLIN.rawValue
    event.data.u64 = token
    guard epoll_ctl(descriptor.number, EPOLL_CTL_ADD, number, &event) == 0 else { throw Errno(rawValue: errno) }
  }

  mutating func wait(into tokens: inout [UInt64]) throws(Errno) {
    tokens.removeAll(keepingCapacity: true)
    let count = epoll_wait(descriptor.number, &ready, CInt(ready.count), -1)
    guard count >= 0 else {
      if errno == EINTR { return }
      throw Errno(rawValue: errno)
    }
    for event in ready[..<Int(count)] { tokens.append(event.data.u64) }
  }
}

/// Readable when a node or a link to one appears, or its permissions change (`inotify(7)`).
private struct DeviceWatch: ~Copyable {
  private let descriptor: OwnedDescriptor
  private let folders: DeviceFolders

  init(_ folders: DeviceFolders) throws(Errno) {
    descriptor = try OwnedDescriptor(from: { inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC)) })
    self.folders = folders
    watch()
  }

  var readiness: CInt { descriptor.number }

  /// Reads the changes. Which ones does not matter: the loop looks for every device that it waits for.
  func acknowledge() {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { space in
      while read(descriptor.number, space.baseAddress, space.count) > 0 {}
    }
    // The folders of links come and go with their devices.
    watch()
  }

  private func watch() {
    let changes = UInt32(IN_CREATE | IN_ATTRIB | IN_MOVED_TO)
    for folder in [folders.nodes.removingLastComponent(), folders.nodes] + folders.links {
      // A folder that is not there yet is added when it appears in its parent.
      _ = folder.withPlatformString { inotify_add_watch(descriptor.number, $0, changes) }
    }
  }
}
