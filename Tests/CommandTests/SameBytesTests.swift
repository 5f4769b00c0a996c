import Foundation
import SeededCases
import TestSupport
import Testing

/// What is written is a function of what is read and of the options. Each run has its memory elsewhere and another seed
/// for the order of sets and dictionaries; all runs of a command give the same bytes. TOUCHREEL_PROPERTY_RUNS sets how
/// many are tried.
@Suite(.slow)
struct SameBytesTests {
  static let pens = Fixture.path("pen-and-touch.mcap")
  static let unplugged = Fixture.path("unplug-mid-touch.mcap")

  @Test(arguments: [
    ["render", unplugged, "-o", "out.png", "--size", "96x54", "--color-by", "touch"],
    ["info", "--json", pens, unplugged],
    ["dump", "--touches", unplugged],
    ["convert", pens, "out.mcap", "--anonymize"],
    ["convert", unplugged, "out.yml"],
    ["convert", unplugged, "out.log", "--format", "getevent"],
    ["convert", unplugged, "out.touchreel.json"],
    ["cut", unplugged, "out.mcap", "--from", "30%"],
    ["join", pens, unplugged, "-o", "out.mcap"],
  ]) func `Again and again`(arguments: [String]) throws {
    let (folder, runs) = (try TemporaryFolder(), PropertySeeds.count(25))
    let text = try Programs.run("/bin/sh", ["-c", Self.script, Touchreel.path, "\(runs)"] + arguments, in: folder.url)
      .text
    // One sum, and how often it came.
    #expect(text.split(separator: "\n").count == 1 && text.contains(" \(runs) "), "\(arguments): \(text)")
  }

  /// A film whose colours a palette can have, but not the fewer ones that a limit leaves it, and one of more than that.
  @Test(arguments: [
    ["--fit", "20kB"],
    ["--size", "480x270", "--fps", "5", "--color-by", "speed", "--background", "#204060,#e0c080,45"],
  ]) func `A GIF is the same each time`(options: [String]) throws {
    let folder = try TemporaryFolder()
    let render = ["render", Fixture.path("ten-fingers.mcap"), "-o", "out.gif", "--to", "1s"] + options
    let text = try Programs.run("/bin/sh", ["-c", Self.script, Touchreel.path, "3"] + render, in: folder.url).text
    #expect(text.split(separator: "\n").count == 1 && text.contains(" 3 "), "\(options): \(text)")
  }

  /// Prints each sum of what is printed and written, and each failure, and how often it came.
  private static let script = #"""
    runs=$1
    shift
    for run in $(seq $runs); do
      rm -f out.*
      "$0" "$@" > printed 2>&1 || cat printed
      cat printed out.* 2> errors | md5sum
    done | sort | uniq -c
    """#
}
