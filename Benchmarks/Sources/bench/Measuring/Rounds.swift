import SystemPackage

/// What the rounds of one workload gave.
struct Measurement: Codable {
  var workload: String
  var unit: Workload.Unit
  var scope: Workload.Scope
  var ours: Statistics
  var peerName: String?
  var peer: Statistics?
  /// How many times better ours is, taken within each round.
  var ratio: Statistics?
  var goal: String
  var isMet: Bool?
}

extension Measurement {
  /// A figure that was taken once.
  init(
    _ workload: String, _ unit: Workload.Unit, _ value: Double, goal: Workload.Goal, scope: Workload.Scope = .part
  ) {
    self.init(
      workload: workload, unit: unit, scope: scope, ours: Statistics([value]), goal: goal.description,
      isMet: goal.isMet(ours: value, ratio: nil))
  }

  mutating func compare(_ name: String, _ value: Double) {
    peerName = name
    peer = Statistics([value])
    ratio = Statistics([value / ours.median])
  }
}

/// Measures workloads in rounds: each round runs every workload once, ours and then the peer's, so that what else the
/// machine does falls on all of them alike.
struct Rounds {
  var count: Int
  private var ours: [[Double]] = []
  private var peers: [[Double]] = []

  init(count: Int) { self.count = count }

  mutating func run(_ workloads: [Workload]) throws -> [Measurement] {
    ours = Array(repeating: [], count: workloads.count)
    peers = ours
    for round in 0..<count {
      report("round \(round + 1) of \(count)")
      for (index, workload) in workloads.enumerated() where round < workload.rounds ?? count {
        ours[index].append(try workload.ours())
        if let peer = workload.peer { peers[index].append(try peer()) }
      }
    }
    return workloads.indices.map { measurement(of: workloads[$0], ours[$0], peers[$0]) }
  }

  private func measurement(of workload: Workload, _ ours: [Double], _ peers: [Double]) -> Measurement {
    let own = Statistics(ours)
    let ratio = peers.isEmpty ? nil : Statistics(zip(peers, ours).map { workload.unit.isRate ? $1 / $0 : $0 / $1 })
    return Measurement(
      workload: workload.name, unit: workload.unit, scope: workload.scope, ours: own, peerName: workload.peerName,
      peer: peers.isEmpty ? nil : Statistics(peers), ratio: ratio, goal: workload.goal.description,
      isMet: workload.goal.isMet(ours: own.median, ratio: ratio?.median))
  }
}

/// Says on standard error how far it is.
func report(_ line: String) {
  // If standard error cannot be written, the line is not needed.
  _ = try? FileDescriptor.standardError.writeAll(Array("bench: \(line)\n".utf8))
}
