import Foundation
import TestSupport
import Testing
import TouchReelCanvas
import TouchReelInputEvents

/// A phone's screen that lies on its side, with fingers alone: lower than GTK's dialog of files and than the menu.
enum LowScreenSession {
  static let size = PixelSize(width: 640, height: 360)
  static let first = (from: Place(x: 250, y: 120), to: Place(x: 450, y: 120))
  static let second = (from: Place(x: 250, y: 200), to: Place(x: 450, y: 200))
  static let third = (from: Place(x: 250, y: 250), to: Place(x: 450, y: 250))

  /// Where the buttons are: in the title bar, or at the right of a window that covers the screen.
  struct Buttons {
    var save: Place
    var menu: Place
    /// "Open…", in the menu.
    var open: Place
  }

  static let plain = Buttons(save: Place(x: 524, y: 23), menu: Place(x: 570, y: 23), open: Place(x: 530, y: 129))
  static let covering = Buttons(save: Place(x: 611, y: 191), menu: Place(x: 611, y: 236), open: Place(x: 430, y: 84))

  /// The sheet's list of kinds, its second kind, and the button that saves.
  private static let (kinds, kind, accept) = (Place(x: 180, y: 125), Place(x: 180, y: 227), Place(x: 574, y: 22))
  /// The second file of the sheet that opens.
  private static let row = Place(x: 250, y: 181)

  private static let touchscreen: DeviceDescription = {
    var device = GuestDesktop.touchscreen
    for (code, length) in [(EventCode.positionX, size.width), (.positionY, size.height)] {
      device.axes[code] = AbsoluteAxis(
        minimum: 0, maximum: Int32(length) * GuestDesktop.touchUnits - 1, resolution: 10)
    }
    return device
  }()

  private static func script(_ buttons: Buttons) -> PlayerScript {
    var script = PlayerScript()
    script.plug(touchscreen)
    script.meet("made")
    script.draw(first, id: 10)
    script.meet("drawn")
    tap([("asked", buttons.save), ("kinds", kinds), ("kind", kind), ("saved", accept)], &script)
    script.draw(second, id: 30)
    script.meet("again")
    tap([("menu", buttons.menu), ("listed", buttons.open), ("opened", row)], &script)
    script.draw(third, id: 50)
    script.meet("goneOn")
    return script
  }

  private static func tap(_ places: [(name: String, place: Place)], _ script: inout PlayerScript) {
    for (name, place) in places {
      script.tap(place, id: 20)
      script.meet(name)
    }
  }

  /// - `windows NAME COUNT`: waits until there are as many windows whose titles begin so.
  private static let library = """
    windows() {
      until [ $(swaymsg -s $(echo $home/sway-ipc.*) -t get_tree | grep -c "^ *\\"name\\": \\"$1") = $2 ]; do sleep 0.1; done
    }
    """

  static func scenario(_ options: String) -> Scenario {
    let isCovering = !options.isEmpty
    let popup = "250 230"
    func inked(_ line: (from: Place, to: Place)) -> String { "see \(GuestDesktop.text(line.from.moved(60, 0))) 000000" }
    let start = [
      "play", "permitted=/dev/input/event0", "resolution=\(size.width)x\(size.height)",
      "desktop draw session.mcap \(options)", seeOpen, "next made-on",
    ]
    let saving = [
      "await drawn", inked(first), "recorded ' ended'", seeOpen, "next drawn-on",
      "await asked", "windows 'Save As' 1", "see \(popup) f6f5f4", "grim asked.png", "next asked-on",
      "await kinds", "see \(popup) ffffff", "next kinds-on",
      "await kind", "see \(popup) f6f5f4", "grim kind.png", "next kind-on",
      "await saved", "until [ -s $home/drawing.touchreel.json ]; do sleep 0.1; done", "windows 'Save As' 0",
      "next saved-on",
    ]
    let opening = [
      "await again", inked(second), seeOpen, "keep again", "next again-on",
      "await menu", isCovering ? "ink '330,72 50x20'" : "ink '430,122 60x14'", "grim menu.png", "next menu-on",
      "await listed", "windows Open 1", "ink '130,174 150x14'", "grim listed.png", "next listed-on",
      "await opened", "windows Open 0",
      isCovering ? "see 350 200 ffffff; " + inked(first) : "windows drawing.touchreel.json 2",
      "grim opened.png", "next opened-on",
      "await goneOn", isCovering ? inked(third) : "true", "grim goneOn.png", "next goneOn-on",
      "kill -TERM $(cat $home/pid)", "closed",
    ]
    let shell = [GuestDesktop.library, library] + start + saving + opening
    var scenario = Scenario(
      "low\(options.suffix(6))", script(isCovering ? covering : plain), shell: shell.joined(separator: "\n"))
    scenario.seconds = 120
    return scenario
  }

  /// Beside the icons of the tools, and on the board.
  private static let seeOpen = "see 60 270 f6f5f4; see 500 150 ffffff"
}

@Suite(.slow, .enabled(if: GuestDesktop.isReady, GuestDesktop.absence))
struct LowScreenTests {
  private static let scenarios = ["", "--device /dev/input/event0", "--device /dev/input/event0 --grab"].map(
    LowScreenSession.scenario)
  private static let guest = Result { try GuestSession(scenarios, seconds: 400) }

  @Test(arguments: scenarios)
  func `A drawing is saved and another one opened with fingers alone, which leave no ink`(_ scenario: Scenario) throws {
    let kept = KeptStages(scenario, GuestDesktop.fullScreen) { try Self.guest.get() }
    for stage in ["asked", "kind", "menu", "listed", "opened", "goneOn"] {
      try kept.seen(stage).attach("\(scenario.name) \(stage)")
    }
    let touches = try kept.touches("again")
    #expect(touches.count { $0.contains(" ended ") } == 2, "\(touches)")
    #expect(touches.allSatisfy { !$0.contains(" cancelled ") || $0.contains("(window)") }, "\(touches)")
    try kept.expectClosed()
  }
}
