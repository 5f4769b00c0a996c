import Foundation
import SystemPackage
import TestSupport
import Testing
import TouchReelEvdevDevices
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying

/// Touches that are injected into other screens than they were recorded on, by a real kernel, and read back from it.
@Suite(.slow, .enabled(if: Guest.isReady, Guest.absence))
struct FittedInjectionTests {
  private static let fixtures = Checkout.path("Fixtures")
  private static let palm = "\(fixtures)/palm-mid-stroke.mcap"
  private static let ten = "\(fixtures)/ten-fingers.mcap"

  /// A screen of two slots, 1920 × 1080 units, and a mouse-like one of one touch.
  private static let screens: PlayerScript = {
    var small = DeviceDescription.screen("Small Screen")
    small.axes[.slot]?.maximum = 1
    small.axes[.positionX]?.maximum = 1920
    small.axes[.positionY]?.maximum = 1080
    var single = DeviceDescription()
    single.name = "One Touch"
    single.codes[.key] = [.touch]
    single.axes = [.x: AbsoluteAxis(minimum: 0, maximum: 999), .y: AbsoluteAxis(minimum: 0, maximum: 999)]
    var script = PlayerScript()
    script.plug(small)
    script.plug(single)
    script.touch(file: "made")
    return script
  }()

  private static func scenario(_ name: String, into device: String, _ command: String) -> Scenario {
    Scenario(
      name, screens,
      shell: """
        play
        record -d '\(device)' --force-device
        await out.mcap
        waits
        \(command)
        waits
        end INT
        """)
  }

  private static let scaled = scenario(
    "scaled", into: "Small Screen", "touchreel inject --wait 0 --scale --device 'Small Screen' '\(palm)' >nodes 2>said")
  private static let crowded = scenario(
    "crowded", into: "Small Screen",
    "touchreel inject --wait 0 --scale --device 'Small Screen' --speed 2 '\(ten)' >nodes 2>said")
  private static let single = scenario(
    "single", into: "One Touch", "touchreel inject --wait 0 --scale --device 'One Touch' '\(palm)' >nodes 2>said")
  private static let turned = Scenario(
    "turned", PlayerScript(),
    shell: """
      touchreel inject --wait 3 --rotate 90 --area 50%,0,50%,100% '\(palm)' >nodes & player=$!
      await nodes
      record
      ended
      """)
  /// The shells write some hundred events a second here: a tenth of the speed leaves them the time.
  private static func script(_ name: String, shell: String, _ shim: SendeventShim) -> Scenario {
    scenario(
      name, into: "Small Screen",
      """
      cat >sendevent <<'END'
      \(shim.script(sending: SendeventShim.toNode))
      END
      chmod +x sendevent
      touchreel inject --format sendevent --target small.txt --speed 0.1 --to 0.2 '\(palm)' -o touch.sh
      PATH="$PWD:$PATH" \(shell) touch.sh 2>said
      """.replacing("touchreel inject", with: "\(description) >small.txt\ntouchreel inject"))
  }

  /// The target of the scripts, as evemu describes it.
  private static let description =
    "printf '%s\\n' '# EVEMU 1.3' 'N: Small Screen' 'I: 0003 0001 0001 0001' 'B: 01 00' 'A: 2f 0 1 0 0 0' "
    + "'A: 35 0 1920 0 0 0' 'A: 36 0 1080 0 0 0' 'A: 37 0 2 0 0 0' 'A: 39 0 65535 0 0 0'"
  private static let scripts = [script("toybox", shell: "sh", .toybox), script("toolbox", shell: "bash", .toolbox)]
  private static let guest = Result {
    try GuestSession([scaled, crowded, single, turned] + scripts, seconds: 300)
  }

  private func recording(_ scenario: Scenario) throws -> Recording {
    try Recording.open(FilePath(try Self.guest.get().path(scenario, "out.mcap")))
  }

  private func touches(_ scenario: Scenario) throws -> RecordingFacts { try RecordingFacts(recording(scenario)) }
  private func original(_ path: String) throws -> Recording { try Recording.open(FilePath(path)) }

  /// The positions of every contact, by tracking id, in order; repeats are left out, as the kernel leaves them out.
  private func paths(_ recording: Recording, before end: TimeSpan? = nil) throws -> [Int32: [[Int32]]] {
    var paths: [Int32: [[Int32]]] = [:]
    var slots: [Int32: [EventCode: Int32]] = [:]
    var (slot, first) = (Int32(0), Timestamp?.none)
    var (source, entry) = (try recording.makeSource(), RecordingEntry())
    while try source.next(into: &entry) {
      guard case .frame(let frame, _) = entry, let time = frame.time else { continue }
      first = first ?? time
      if let end, let first, time.since(first) >= end { break }
      for event in frame.events where event.type == .absolute {
        if event.code == .slot { slot = event.value } else { slots[slot, default: [:]][event.code] = event.value }
      }
      for contact in slots.values {
        guard let id = contact[.trackingID], id >= 0 else { continue }
        let place = [contact[.positionX] ?? 0, contact[.positionY] ?? 0]
        if paths[id]?.last != place { paths[id, default: []].append(place) }
      }
    }
    return paths
  }

  /// The nearest unit of the other range, away from zero.
  private func scaled(_ value: Int32, _ recorded: Double, _ other: Double) -> Int32 {
    Int32((Double(value) / recorded * other).rounded())
  }

  /// The paths of the palm's screen on the small one.
  private func fitted(_ paths: [Int32: [[Int32]]], _ ranges: (x: Double, y: Double)) -> [Int32: [[Int32]]] {
    paths.mapValues { path in
      path.map { [scaled($0[0], ranges.x, 1920), scaled($0[1], ranges.y, 1080)] }.reduce(into: []) { places, place in
        if places.last != place { places.append(place) }
      }
    }
  }

  private func ranges(_ path: String) throws -> (x: Double, y: Double) {
    let device = try #require(try RecordingFacts(try original(path)).descriptions.first)
    return (Double(device.axes[.positionX]?.maximum ?? 0), Double(device.axes[.positionY]?.maximum ?? 0))
  }

  @Test func `Two fingers fit on a screen of two slots, wherever they were recorded`() throws {
    let expected = fitted(try paths(try original(Self.palm)), try ranges(Self.palm))
    #expect(try paths(recording(Self.scaled)) == expected)
    #expect(expected.count == 2)
    #expect(!(try Self.guest.get().text(Self.scaled, "said")).contains("left out"))
  }

  @Test func `Of ten fingers two fit, and the others are counted`() throws {
    let facts = try touches(Self.crowded)
    #expect(facts.touches.maximumSimultaneous == 2)
    let all = try RecordingFacts(try original(Self.ten)).touches.began
    let said = try Self.guest.get().text(Self.crowded, "said")
    #expect(
      said.contains("\(all - facts.touches.began) touches were left out: more were down at once"), "\(said)")
    #expect(facts.touches.began + facts.palms >= 2)
  }

  @Test func `A device of one touch draws the first finger`() throws {
    let facts = try touches(Self.single)
    #expect(facts.touches.began == 1 && facts.touches.maximumSimultaneous == 1)
  }

  @Test func `A turned device has its axes turned, and touches stay in their area`() throws {
    let recorded = try ranges(Self.palm)
    let device = try #require(try touches(Self.turned).descriptions.first)
    #expect(Double(device.axes[.positionX]?.maximum ?? 0) == recorded.y)
    #expect(Double(device.axes[.positionY]?.maximum ?? 0) == recorded.x)
    let places = try paths(recording(Self.turned)).values.flatMap(\.self)
    // The right half.
    #expect(!places.isEmpty && places.allSatisfy { Double($0[0]) >= (recorded.y / 2).rounded(.down) })
    let expected = try paths(try original(Self.palm)).mapValues { path in
      path.map { place in
        [Int32(((1 - Double(place[1]) / recorded.y * 0.5) * recorded.y).rounded()), place[0]]
      }
    }
    #expect(try paths(recording(Self.turned)).mapValues { $0.last ?? [] } == expected.mapValues { $0.last ?? [] })
  }

  @Test(arguments: scripts)
  func `A script sends the same touches through sendevent, none of them early`(scenario: Scenario) throws {
    let expected = fitted(
      try paths(try original(Self.palm), before: TimeSpan(seconds: 0.2)), try ranges(Self.palm))
    let said = try Self.guest.get().text(scenario, "said")
    #expect(try paths(recording(scenario)) == expected, "\(said)")
    let facts = try touches(scenario)
    #expect(facts.touches.began == facts.touches.ended + facts.touches.cancelled.values.reduce(0, +))
    // 0.2 s at a tenth of the speed; the clock is read in steps of 10 ms.
    #expect(facts.statistics.duration.seconds >= 1.98, "\(facts.statistics.duration.seconds)")
  }
}
