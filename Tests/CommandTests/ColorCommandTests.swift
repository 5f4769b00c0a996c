import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// What `render --color-by`, `--legend` and a relative `--width` show.
@Suite(.slow)
struct ColorCommandTests {
  let folder: TemporaryFolder
  let line: String

  init() throws {
    folder = try TemporaryFolder()
    line = try folder.write(Recorded.line, to: "line.evemu")
  }

  private func picture(_ recording: String, _ options: String...) throws -> DecodedPicture {
    let path = folder.path("picture.png")
    try Touchreel.succeed(["render", recording, "-o", path, "--force"] + options)
    return try DecodedPicture(path)
  }

  @Test func `A finger at an even speed is of one colour in its middle, and time is of many`() throws {
    // 1000 units are 1920 points: 19.2 points in 10 ms, 1,920 points a second.
    let half = try picture(line, "--color-by", "speed", "--color-range", "0,4000", "--smoothing", "none")
    #expect(Set((400...1500).map { half.buffer[$0, 192] }).count == 1)
    let late = try picture(line, "--color-by", "time", "--smoothing", "none", "--width", "9")
    let colors = Set((400...1500).map { late.buffer[$0, 192] })
    // 1,100 of 1,555 points: 0.7 of 64 colours.
    #expect((42...47).contains(colors.count), "\(colors.count)")
  }

  @Test(arguments: [("plasma", "0d0887"), ("viridis", "440154"), ("cividis", "00224e")])
  func `A map of colours begins with its darkest, in pictures and vectors`(map: String, first: String) throws {
    // What is before 0.4 s, half of the line, has the first colour.
    let options = ["--color-by", "time", "--colors", map, "--smoothing", "none", "--width", "30"]
    let path = folder.path("\(map).svg")
    try Touchreel.succeed(["render", line, "-o", path, "--color-range", "0.4,0.8"] + options)
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("stroke=\"#\(first)\""))
    let png = folder.path("\(map).png")
    try Touchreel.succeed(["render", line, "-o", png, "--color-range", "0.4,0.8"] + options)
    #expect(try DecodedPicture(png).colors(covering: 10_000).contains(first))
  }

  @Test func `A legend of cropped ink lies in the corner of the cropped picture`() throws {
    let recording = Checkout.path("Fixtures/pen-and-touch.mcap")
    let options = ["--color-by", "device", "--crop", "--size", "960x600", "--margin", "200"]
    let path = folder.path("cropped")
    for format in ["png", "svg"] {
      try Touchreel.succeed(["render", recording, "-o", "\(path).\(format)", "--legend"] + options)
    }
    // The board's points are smaller, but a legend has shares of the picture: 14 of 1920 parts are 7 of 960 pixels.
    let ink = try DecodedPicture("\(path).png").ink
    #expect((10...14).contains(ink[0]) && (586...590).contains(ink[3]), "\(ink)")
    #expect(try String(contentsOfFile: "\(path).svg", encoding: .utf8).contains(">TouchReel Display Pen<"))
  }

  @Test func `A device's colour is the one of its number`() throws {
    let pen = Checkout.path("Fixtures/pen-and-touch.mcap")
    let colors = try picture(pen, "--color-by", "device", "--width", "9").colors(covering: 200)
    #expect(colors == ["ffffff", "000000", "e69f00"])
  }

  @Test func `Ten fingers have ten colours, in pictures, vectors and the legend`() throws {
    let fingers = Checkout.path("Fixtures/ten-fingers.mcap")
    let ten = [
      "000000", "e69f00", "56b4e9", "009e73", "d55e00", "0072b2", "cc79a7", "f0e442", "772200", "000099",
    ]
    let colors = try picture(fingers, "--color-by", "touch", "--width", "9").colors(covering: 200)
    #expect(colors.isSuperset(of: ten))
    let vectors = folder.path("fingers.svg")
    try Touchreel.succeed("render", fingers, "-o", vectors, "--color-by", "touch")
    let text = try String(contentsOfFile: vectors, encoding: .utf8)
    for color in ten { #expect(text.contains("#\(color)"), "\(color)") }
    // Ink so thin has no pixel of full colour: what is counted are the samples of the legend.
    let legend = try picture(fingers, "--color-by", "touch", "--width", "0.1", "--legend").colors(covering: 100)
    #expect(legend.isSuperset(of: ten))
  }

  @Test(arguments: ["touch", "device", "pressure", "speed", "time"])
  func `A legend lies in the lower left corner and changes nothing else`(measure: String) throws {
    let recording = Checkout.path("Fixtures/pen-and-touch.mcap")
    let plain = try picture(recording, "--color-by", measure)
    let legend = try picture(recording, "--color-by", measure, "--legend")
    var changed = [Int.max, Int.max, -1, -1]
    for y in 0..<plain.buffer.size.height {
      for x in 0..<plain.buffer.size.width where plain.buffer[x, y] != legend.buffer[x, y] {
        changed = [min(changed[0], x), min(changed[1], y), max(changed[2], x), max(changed[3], y)]
      }
    }
    let bottom = plain.buffer.size.height - 1
    #expect((22...26).contains(changed[0]) && (bottom - 26...bottom - 22).contains(changed[3]), "\(changed)")
    #expect((100...700).contains(changed[2]) && changed[1] > bottom - 200, "\(changed)")
  }

  @Test(arguments: [("400x400", 2.0), ("800x200", 5.0), ("123x321", 8.0)])
  func `A relative width is that share of the picture's longer side, cropped or not`(size: String, share: Double) throws
  {
    let sides = size.split(separator: "x").compactMap { Double($0) }
    let expected = share / 100 * max(sides[0], sides[1])
    for options in [[], ["--crop", "--margin", "0"]] {
      let path = folder.path("width.png")
      try Touchreel.succeed(
        ["render", line, "-o", path, "--force", "--size", size, "--width", "\(share)%", "--pressure-width", "off"]
          + options)
      // A line from left to right: its height is its width, with a soft pixel on both sides.
      let ink = try DecodedPicture(path).ink
      #expect(abs(Double(ink[3] - ink[1] + 1) - expected) <= 2, "\(size) \(options): \(ink), expected \(expected)")
      if !options.isEmpty { #expect(ink[0] <= 1 && ink[2] >= Int(sides[0]) - 2, "\(ink)") }
    }
  }

  @Test func `A relative width beyond the widest stroke is refused`() throws {
    // A board of 1920x9600 points in the picture's proportions: 20 % are 1920 points.
    for options in [[], ["--crop"]] {
      let outcome = try Programs.run(
        Touchreel.path, ["render", line, "-o", folder.path("no.png"), "--size", "100x500", "--width", "20%"] + options)
      #expect(outcome.status == 1, "\(options): \(outcome)")
      #expect(
        outcome.errors.hasSuffix("board points wide, more than the 500 that are possible; state a smaller --width\n"),
        "\(outcome)")
    }
  }

  @Test(arguments: [
    (["--legend"], "--legend says what --color-by means; add it."),
    (["--color-range", "0,1"], "--color-range is of --color-by pressure, speed or time; add one of them."),
    (["--color-by", "time", "--color-range", "5,1"], "The value '5,1' is invalid for '--color-range <from,to>'"),
    (["--color-by", "time", "--color", "red"], "--color and --color-by exclude each other."),
    (["--width", "26%"], "The value '26%' is invalid for '--width <points>'"),
    (["--colors", "viridis"], "--colors is of --color-by pressure, speed or time; add one of them."),
    (["--colors", "viridis", "--color-by", "touch"], "--colors is of --color-by pressure, speed or time; add"),
    (["--colors", "jet", "--color-by", "time"], "The value 'jet' is invalid for '--colors <colors>'"),
    (["--show-touches", "--crop"], "--crop and --show-touches exclude each other."),
  ])
  func `What does not go together is said in one line`(options: [String], message: String) throws {
    let outcome = try Programs.run(Touchreel.path, ["render", line, "-o", folder.path("no.png")] + options)
    #expect(outcome.status != 0 && outcome.errors.contains(message), "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("no.png")))
  }

  @Test(arguments: [["--color-by", "speed"], ["--color-by", "touch", "--legend"]])
  func `A page shows neither strokes of many colours nor a legend`(options: [String]) throws {
    let outcome = try Programs.run(Touchreel.path, ["render", line, "-o", folder.path("no.html")] + options)
    #expect(outcome.status == 64 && outcome.errors.contains("is of pictures and films; a page "), "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("no.html")))
  }

  @Test func `A drawing cannot hold strokes of many colours`() throws {
    let outcome = try Touchreel.run("convert", line, folder.path("a.touchreel.json"), "--color-by", "speed")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("remove --color-by speed: a drawing cannot hold such ink"), "\(outcome)")
  }
}
