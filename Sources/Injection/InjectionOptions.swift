public import EvdevDevices
public import InputEvents
import Recordings
public import Replaying
public import SystemPackage

/// How a recording is injected.
public struct InjectionOptions: Hashable, Sendable {
  /// What the first frame waits for, once the devices exist.
  public enum InitialContent: Hashable, Sendable {
    /// Programs have this long to find the devices.
    case after(TimeSpan)
    /// Input, or its end, on a descriptor.
    case input(FileDescriptor)
  }

  public var pace = ReplayPace()
  /// Where the replay begins; what is down then begins there.
  public var start: ReplayTime?
  public var beginning = InitialContent.after(TimeSpan(seconds: 1))
  public var fuzz = VirtualDeviceSetup.Fuzz.removed
  /// Nodes to write to, one for each recorded device in their order. If there are none, virtual devices are created.
  public var nodes: [FilePath] = []
  public var scaling = InjectionNode.Scaling.refused
  public var folders = DeviceFolders()

  public init() {}

  func check(_ openings: [DeviceOpening]) throws(InjectionError) {
    guard nodes.isEmpty || nodes.count == openings.count else {
      throw .deviceCount(recorded: openings.map(\.description.name), nodes: nodes.count)
    }
  }
}

/// A device that a recording is injected into.
public struct InjectedDeviceFacts: Hashable, Sendable {
  /// The recorded device's.
  public var number: Int
  public var name: String
  /// `nil` if the kernel has no evdev, or the node does not exist yet.
  public var node: FilePath?
  /// What the kernel does not pass on, one line a kind.
  public var losses: [String]
}

/// The result of an injection.
public struct InjectionOutcome: Hashable, Sendable {
  public enum End: Hashable, Sendable {
    case finished
    /// SIGINT, SIGTERM, SIGHUP.
    case interrupted(by: Int32)
  }

  public var timing: TimingReport
  public var end: End
}
