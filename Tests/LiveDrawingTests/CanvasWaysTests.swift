import SeededCases
import Testing
import TouchReelDrawingBoard
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// The same hands by way of a desktop and of devices that are read: what is drawn and shown must not depend on it.
struct CanvasWaysTests {
  private static let seeds = PropertySeeds.from(0xCA7A5, count: 6)

  private struct Act {
    var name: String
    var perform: (CanvasDesk) -> Void
  }

  private struct Hands {
    var random: SplitMix64

    mutating func act() -> Act {
      switch random.next(below: 9) {
      case 0, 1:
        let (start, end) = (place(), place())
        return Act(name: "drag \(start) \(end)") { $0.drag(from: start, to: end) }
      case 2:
        let places = (0...random.next(below: 3)).map { SurfacePoint(300 + 150 * Double($0), 400) }
        return Act(name: "tap of \(places.count)") { $0.tap(places) }
      case 3:
        return Act(name: "enlarge") {
          $0.enlarge()
          $0.fingersUp()
        }
      case 4:
        return Act(name: "shrink") {
          $0.shrink()
          $0.fingersUp()
        }
      case 5, 6: return penLine()
      case 7:
        let (place, end) = (place(), end())
        return Act(name: "hover \(place)") {
          $0.pen(at: place, end)
          $0.penAway()
        }
      default: return choice()
      }
    }

    private mutating func penLine() -> Act {
      let (start, end, tip) = (place(), place(), end())
      let buttons = PenState.Buttons(rawValue: UInt8(random.next(below: 3)))
      return Act(name: "pen \(tip) \(buttons.rawValue) \(start) \(end)") {
        $0.penLine(from: start, to: end, tip, holding: buttons)
      }
    }

    private mutating func choice() -> Act {
      switch random.next(below: 5) {
      case 0:
        let isPenOnly = random.next(below: 2) == 0
        return Act(name: "pen only: \(isPenOnly)") { $0.live.controller.isPenOnly = isPenOnly }
      case 1:
        let parts = PenControls.Part.allCases
        let part = parts[random.next(below: parts.count)]
        let actions = part.actions
        let action = actions[random.next(below: actions.count)]
        return Act(name: "\(part): \(action)") { $0.live.controller.pen[part] = action }
      case 2: return Act(name: "fold") { $0.live.controller.bars.fold() }
      case 3: return Act(name: "escape") { $0.send(.key(.escape)) }
      default:
        let tool: Tool = random.next(below: 2) == 0 ? .eraser : .pencil
        return Act(name: "\(tool)") { $0.drawing.perform(.set(\.tool, tool), at: $0.now) }
      }
    }

    /// A place from the left edge on, of whole units on both devices.
    private mutating func place() -> SurfacePoint {
      SurfacePoint(Double(10 + random.next(below: 1200)), Double(10 + random.next(below: 700)))
    }

    private mutating func end() -> PenState.End { random.next(below: 3) == 0 ? .eraser : .tip }
  }

  /// All that does not depend on the units of a device.
  private struct Look: Equatable {
    var operations: Int
    var settings: BoardSettings
    var canUndo: Bool
    var canRedo: Bool
    var rings: [Double]
    var bars: BarLook?
    var zoom: Int

    init(_ desk: CanvasDesk) {
      let board = desk.drawing.board
      (operations, settings) = (board.operations.count, board.settings)
      (canUndo, canRedo) = (board.canUndo, board.canRedo)
      (rings, bars) = (desk.rings.map(\.width), desk.bars)
      zoom = Int((desk.view.zoom * 20).rounded())
    }
  }

  @Test(arguments: seeds)
  func `Hands do the same by way of a desktop and of devices`(_ seed: UInt64) throws {
    var hands = Hands(random: SplitMix64(seed: seed))
    let desks = try CanvasDesk.Way.allCases.map { try CanvasDesk($0, gestures: .severalFingers) }
    var acts: [String] = []
    for _ in 0..<60 {
      let act = hands.act()
      acts.append(act.name)
      for desk in desks {
        act.perform(desk)
        desk.tick()
      }
      let looks = desks.map(Look.init)
      guard looks[0] == looks[1] else {
        Issue.record("seed \(seed): \(looks) after \(acts)")
        return
      }
    }
    for desk in desks { #expect(try desk.isRecorded(), "seed \(seed), \(desk.way)") }
  }
}
