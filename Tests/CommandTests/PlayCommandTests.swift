import Foundation
import TestSupport
import Testing

/// What `play` answers before it opens a window.
struct PlayCommandTests {
  @Test(arguments: [
    (["--width", "0.01"], "--width takes 0.1 to 500 points, or a share of up to 25%."),
    (["--pressure-gamma", "11"], "--pressure-gamma takes 0.1 to 10."),
    (["--color", "red", "--color-by", "touch"], "--color and --color-by exclude each other."),
    (["--color-range", "0,1"], "--color-range is of --color-by pressure, speed or time; add one of them."),
    (["--color", "nocolour"], "a colour is #rrggbb"), (["--smoothing", "much"], "much"),
  ]) func `A bad value of ink is refused as render refuses it`(options: [String], message: String) throws {
    for command in [["play"], ["render", "-o", "x.png"]] {
      let outcome = try Programs.run(Touchreel.path, command + [Fixture.path("ten-fingers.mcap")] + options)
      #expect(outcome.status == 64)
      #expect(outcome.errors.split(separator: "\n").first?.contains(message) == true, "\(outcome.errors)")
    }
  }

  @Test func `The help lists the options of ink, and none of pictures`() throws {
    let help = try Touchreel.succeed("play", "--help").text
    for option in ["--width", "--color-by", "--smoothing", "--speed-width", "--show-cancelled"] {
      #expect(help.contains(option), "\(option)")
    }
    for option in ["--size", "--legend", "--show-touches"] { #expect(!help.contains(option), "\(option)") }
  }
}
