import ArgumentParser
import TouchReelEvdevDevices

/// Whether a command gives up what it does not need.
struct SandboxOption: ParsableArguments {
  @Flag(
    name: .customLong("no-sandbox"),
    help: "Keep access to all files and the network, which is given up otherwise (Landlock, seccomp).")
  var isLeftOut = false

  /// To be called before threads are started, which are confined with the one that starts them.
  func enter(_ sandbox: Sandbox) {
    if !isLeftOut { sandbox.enter() }
  }
}
