/// One row of the table: what is measured, on our side and on a peer's.
struct Workload {
  /// What a figure counts, and how the table shows it.
  enum Unit: String, Codable {
    case milliseconds = "ms"
    case microseconds = "µs"
    case nanosecondsPerEvent = "ns/event"
    case millionEventsPerSecond = "M events/s"
    case bytesPerEvent = "bytes/event"
    case kilobytes = "KB"
    case megabytes = "MB"
    case factor = "×"
    case levels = "of 255"

    /// More is better.
    var isRate: Bool { self == .millionEventsPerSecond }
  }

  enum Goal {
    /// How many times better than the peer's figure ours is.
    case ratioAtLeast(Double)
    case atLeast(Double)
    case atMost(Double)
    /// Figure only.
    case none
  }

  /// What a row is about.
  enum Scope: String, Codable, CaseIterable {
    /// What users start, from its start to its end.
    case process = "whole processes"
    /// A part of it, which tells where the time of a whole process goes.
    case part = "in process, for diagnosis"
  }

  var name: String
  var unit: Unit
  var scope = Scope.part
  var goal: Goal
  var ours: () throws -> Double
  var peerName: String?
  var peer: (() throws -> Double)?
  /// Slow or exact ones need fewer rounds than the rest.
  var rounds: Int?

  init(_ name: String, _ unit: Unit, goal: Goal = .none, rounds: Int? = nil, ours: @escaping () throws -> Double) {
    self.name = name
    self.unit = unit
    self.goal = goal
    self.rounds = rounds
    self.ours = ours
  }

  func against(_ name: String, _ peer: @escaping () throws -> Double) -> Workload {
    var workload = self
    workload.peerName = name
    workload.peer = peer
    return workload
  }
}

extension Workload.Goal {
  var description: String {
    switch self {
    case .ratioAtLeast(let ratio): "≥ \(short(ratio))×"
    case .atLeast(let value): "≥ \(short(value))"
    case .atMost(let value): "≤ \(short(value))"
    case .none: "–"
    }
  }

  func isMet(ours: Double, ratio: Double?) -> Bool? {
    switch self {
    case .ratioAtLeast(let wanted): ratio.map { $0 >= wanted }
    case .atLeast(let wanted): ours >= wanted
    case .atMost(let wanted): ours <= wanted
    case .none: nil
    }
  }
}
