import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// The contrast of the bars' controls as they are seen, light and dark.
@Suite(.slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence))
struct ContrastTests {
  private func open(_ style: String) throws -> DrawingDesk {
    let folder = try TemporaryFolder()
    let settings = folder.url.appendingPathComponent("config/touchreel")
    try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: true)
    try Data("[window]\ngestures=false\ndark=\(style == "dark")\n".utf8)
      .write(to: settings.appendingPathComponent("window.ini"))
    return try DrawingDesk(on: VirtualScreen(), in: folder)
  }

  /// The highest contrast with the bar in a rectangle around a place.
  private func best(_ seen: Screenshot, around place: Place, _ width: Int, _ height: Int, _ bar: UInt32) -> Double {
    let rect = PixelRect(x: place.x - width / 2, y: place.y - height / 2, width: width, height: height)
    return (rect.y..<rect.maxY).flatMap { y in (rect.x..<rect.maxX).map { contrast(seen[$0, y], bar) } }.max() ?? 1
  }

  @Test(arguments: ["light", "dark"])
  func `Icons, swatches and the slider are at least 3 to 1 against their bar`(_ style: String) throws {
    let desk = try open(style)
    let (seen, places) = (desk.empty, desk.places)
    let bar = seen[places.tool("line").moved(0, 20)]
    #expect((contrast(bar, 0xffffff) < 1.5) == (style == "light"))
    for tool in DrawingPlaces.tools {
      #expect(best(seen, around: places.tool(tool), 24, 24, bar) >= leastContrast, "\(tool)")
    }
    for index in DrawingPlaces.palette.indices {
      #expect(best(seen, around: places.swatch(index), 24, 24, bar) >= leastContrast, "colour \(index)")
    }
    // The line under what is chosen.
    #expect(contrast(seen[places.tool("pencil").moved(0, 19)], bar) >= leastContrast)
    #expect(best(seen, around: places.swatch(0).moved(0, 20), 10, 4, bar) >= leastContrast)
    for button in [places.color, places.fill] { #expect(best(seen, around: button, 30, 26, bar) >= leastContrast) }
    // The slider, from its knob on.
    let (knob, start) = (places.swatch(9).moved(90, 0), places.swatch(9).x + 104)
    #expect(best(seen, around: knob.moved(0, -10), 20, 6, bar) >= leastContrast)
    let trough = (start..<start + 80).count { contrast(seen[$0, knob.y], bar) >= leastContrast }
    #expect(trough == 80)
    seen.attach("contrast, \(style)")
    #expect(try desk.window.quit() == 0)
  }

  @Test(arguments: ["light", "dark"])
  func `The ring around what has the keys is at least 3 to 1 against its bar`(_ style: String) throws {
    let desk = try open(style)
    // The keys go from the canvas to the pens.
    let pens = (desk.places.color.x - 260..<desk.places.color.x - 30).map { Place(x: $0, y: desk.places.color.y) }
    let bar = desk.empty[desk.places.tool("line").moved(0, 20)]
    try desk.screen.press("Tab", "Tab")
    try desk.window.see("a ring around a pen") { seen in
      pens.count { desk.empty[$0] == bar && contrast(seen[$0], bar) >= leastContrast } >= 4
    }
    .attach("ring, \(style)")
    #expect(try desk.window.quit() == 0)
  }
}
