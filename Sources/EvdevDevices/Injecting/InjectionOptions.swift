public import InputEvents
import Recordings
public import Replaying
public import SystemPackage

/// How a recording is injected.
public struct InjectionOptions: Hashable, Sendable {
  public var pace = ReplayPace()
  /// Where the replay begins; what is down then begins there.
  public var start: ReplayTime?
  /// From the devices' appearance to the first frame, so that programs find them.
  public var wait = TimeSpan(seconds: 1)
  public var fuzz = VirtualDeviceSetup.Fuzz.removed
  /// Nodes to write into, one for each recorded device in their order. Without any, virtual devices are made.
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
  /// Nothing where the kernel has no evdev, or the node is not there yet.
  public var node: FilePath?
  /// What the kernel does not pass on, in words, one line a kind.
  public var losses: [String]
}

/// What an injection came to.
public struct InjectionOutcome: Hashable, Sendable {
  public enum End: Hashable, Sendable {
    case finished
    /// SIGINT, SIGTERM, SIGHUP.
    case interrupted(by: Int32)
  }

  public var timing: TimingReport
  public var end: End
}
