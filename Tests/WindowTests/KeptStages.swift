import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// What a scenario on the guest's desktop has kept: of each stage what was seen, and what was recorded until then.
struct KeptStages: Sendable {
  private let scenario: Scenario
  private let places: DrawingPlaces
  private let guest: @Sendable () throws -> GuestSession

  init(_ scenario: Scenario, _ places: DrawingPlaces, in guest: @escaping @Sendable () throws -> GuestSession) {
    self.scenario = scenario
    self.places = places
    self.guest = guest
  }

  func path(_ file: String) throws -> String {
    let guest = try guest()
    do {
      return try guest.path(scenario, file)
    } catch {
      (try? Screenshot(png: guest.remains(scenario, "last.png")))?.attach("last seen")
      throw error
    }
  }

  func seen(_ stage: String) throws -> Screenshot { try Screenshot(png: path("\(stage).png")) }

  /// The touches' steps, a line each.
  func touches(_ stage: String) throws -> [Substring] {
    try Touchreel.succeed("dump", "--touches", path("\(stage).mcap")).text.split(separator: "\n")
  }

  /// Where a touch was, in board points.
  func points(ofTouch number: Int, _ stage: String) throws -> [(x: Double, y: Double)] {
    try touches(stage).filter { $0.contains(" touch \(number) ") }.compactMap { line in
      guard let match = line.firstMatch(of: #/ x (\S+) y (\S+) /#), let x = Double(match.1), let y = Double(match.2)
      else { return nil }
      return (x, y)
    }
  }

  /// The names of the commands.
  func commands(_ stage: String) throws -> [Substring] {
    try Touchreel.succeed("dump", path("\(stage).mcap")).text.split(separator: "\n").compactMap { line in
      line.contains(" board ") ? line.firstMatch(of: /"command":"(\w+)"/)?.1 : nil
    }
  }

  /// What was seen at a stage is what its recording renders to.
  func expectRecorded(
    _ stage: String, hidden: [PixelRect] = [], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let seen = try seen(stage)
    seen.attach(stage, sourceLocation: sourceLocation)
    let size = "\(places.canvas.width)x\(places.canvas.height)"
    let folder = try TemporaryFolder()
    let picture = folder.path("render.png")
    try Touchreel.succeed("render", path("\(stage).mcap"), "-o", picture, "--size", size)
    let difference = try seen.difference(
      from: Screenshot(png: picture), canvas: places.canvas, hidden: places.bars + hidden)
    #expect(difference == nil, sourceLocation: sourceLocation)
  }

  /// The program ended well, and its recording with it.
  func expectClosed(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let said = try String(contentsOfFile: path("err"), encoding: .utf8)
    #expect(
      try String(contentsOfFile: path("status"), encoding: .utf8) == "0\n", "\(said)", sourceLocation: sourceLocation)
    let facts = try Touchreel.succeed("info", path("session.mcap")).text
    #expect(!facts.contains("not finished"), "\(facts)", sourceLocation: sourceLocation)
  }
}
