import Foundation
import TestSupport

/// A cluster of this one machine, with its own ports, keys and state in a folder: nothing of it outlives the object.
final class Slurm {
  static let programs = ["munged", "slurmctld", "slurmd", "sbatch", "srun", "scancel"]
  /// `nil` if it can be started here.
  static var absence: String? {
    let missing = programs.filter { Programs.installed($0) == nil }
    if !missing.isEmpty { return "\(missing.joined(separator: ", ")) of slurm-wlm and munge are not installed" }
    return getuid() == 0 ? nil : "only root can start Slurm's daemons"
  }

  private let folder: URL
  private let supervisor = Process()
  private let lifeline = Pipe()

  /// Starts the daemons, and waits until the cluster takes jobs.
  ///
  /// They end with the shell that starts them, which ends with its standard input: with this process at the latest.
  init(in folder: URL) throws {
    self.folder = folder
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(Self.configuration(in: folder.path).utf8).write(to: folder.appendingPathComponent("slurm.conf"))
    supervisor.executableURL = URL(fileURLWithPath: "/bin/sh")
    supervisor.arguments = ["-c", Self.script, "sh", folder.path]
    supervisor.environment = environment
    let ready = Pipe()
    (supervisor.standardInput, supervisor.standardOutput) = (lifeline, ready)
    supervisor.standardError = FileHandle.nullDevice
    try supervisor.runUnblocked()
    let answer = try ready.fileHandleForReading.read(upToCount: 6)
    guard answer == Data("ready\n".utf8) else {
      stop()
      throw Failure(description: "Slurm did not start: \(log)")
    }
  }

  deinit { stop() }

  func stop() {
    try? lifeline.fileHandleForWriting.close()
    supervisor.waitUntilExit()
  }

  /// The daemons' last lines.
  var log: String {
    ["munged.log", "slurmctld.log", "slurmd.log"].map { name in
      let text = (try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)) ?? "nothing"
      return "\(name): \(text.suffix(2000))"
    }.joined(separator: "\n")
  }

  /// With which its programs find it.
  var environment: [String: String] {
    var environment = ProcessInfo.processInfo.environment
    environment["SLURM_CONF"] = folder.appendingPathComponent("slurm.conf").path
    environment["PATH"] = "\(Programs.built.path):\(environment["PATH", default: ""]):/usr/sbin"
    return environment
  }

  /// Runs a shell's words with its programs at hand.
  func run(_ words: String, in folder: URL) throws -> Programs.Outcome {
    try Programs.run("/bin/sh", ["-c", words], environment: environment, in: folder)
  }

  private static let script = """
    cd "$1" && mkdir state spool && head -c 1024 /dev/urandom >key && chmod 600 key || exit 1
    munged --foreground --force --key-file="$1/key" --socket="$1/munge.socket" --pid-file="$1/munged.pid" \\
      --log-file="$1/munged.log" --seed-file="$1/munged.seed" </dev/null >/dev/null 2>&1 & daemons=$!
    slurmctld -D -c </dev/null >/dev/null 2>&1 & daemons="$! $daemons"
    slurmd -D -c </dev/null >/dev/null 2>&1 & daemons="$! $daemons"
    end() { kill $daemons; wait; }
    trap end EXIT
    trap 'exit 1' TERM INT HUP
    srun --quiet --immediate=60 true && echo ready
    exec >&-
    read -r nothing
    """

  private static func configuration(in folder: String) -> String {
    let name = ProcessInfo.processInfo.hostName.prefix { $0 != "." }
    let ports = freePorts(3)
    return """
      ClusterName=test
      SlurmctldHost=\(name)(127.0.0.1)
      SlurmUser=root
      AuthType=auth/munge
      AuthInfo=socket=\(folder)/munge.socket
      CredType=cred/munge
      SlurmctldPort=\(ports[0])
      SlurmdPort=\(ports[1])
      SlurmctldPidFile=\(folder)/slurmctld.pid
      SlurmdPidFile=\(folder)/slurmd.pid
      SlurmctldLogFile=\(folder)/slurmctld.log
      SlurmdLogFile=\(folder)/slurmd.log
      StateSaveLocation=\(folder)/state
      SlurmdSpoolDir=\(folder)/spool
      ProctrackType=proctrack/pgid
      TaskPlugin=task/none
      SelectType=select/cons_tres
      SelectTypeParameters=CR_CPU
      JobAcctGatherType=jobacct_gather/none
      AccountingStorageType=accounting_storage/none
      MpiDefault=none
      SwitchType=switch/none
      ReturnToService=2
      KillWait=2
      NodeName=\(name) NodeAddr=127.0.0.1 CPUs=\(ProcessInfo.processInfo.processorCount) State=UNKNOWN
      PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP

      """
  }

  /// Ports that nothing listens at.
  private static func freePorts(_ count: Int) -> [UInt16] {
    let sockets = (0..<count).map { _ in socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
    defer { for socket in sockets { close(socket) } }
    return sockets.map { socket in
      var address = sockaddr_in()
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      address.sin_family = sa_family_t(AF_INET)
      return withUnsafeMutablePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          _ = bind(socket, address, size)
          _ = getsockname(socket, address, &size)
        }
        return UInt16(bigEndian: address.pointee.sin_port)
      }
    }
  }
}
