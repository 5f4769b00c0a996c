import SeededCases
import Testing

@testable import TouchReelInkFiles

/// Ink as InkML.
struct InkMLTests {
  private func page(_ text: String) throws -> InkPage { try InkMLFile.read(Array(text.utf8)) }

  private func points(_ stroke: InkStroke) -> [[Double]] { stroke.samples.map { [$0.x, $0.y] } }

  @Test func `Differences are added up as the recommendation's example says`() throws {
    // W3C, Ink Markup Language, 3.2.1: "1125 18432,'23'43,"7"-8,3-5,7 -3,6 2,6 8,3 6 T,2 4*T,3 6,3 2 F".
    let ink = """
      <ink xmlns="http://www.w3.org/2003/InkML"><traceFormat><channel name="X"/><channel name="Y"/>
      <intermittentChannels><channel name="S" type="boolean"/></intermittentChannels></traceFormat>
      <trace>1125 18432,'23'43,"7"-8,3-5,7 -3,6 2,6 8,3 6 T,2 4*,3 6,3 2 F</trace></ink>
      """
    // Steps: (23, 43), then each changed by its values: (30, 35), (33, 30), (40, 27), (46, 29), (52, 37), (55, 43), …
    let expected: [[Double]] = [
      [1125, 18432], [1148, 18475], [1178, 18510], [1211, 18540], [1251, 18567], [1297, 18596], [1349, 18633],
      [1404, 18676], [1461, 18723], [1521, 18776], [1584, 18831],
    ]
    #expect(points(try page(ink).strokes[0]) == expected)
  }

  @Test func `Without a format there are X and Y, and blanks and line feeds do not matter`() throws {
    let ink = try page("<ink>\n<trace>\n 10 0,\n9\t14 ,8 28</trace><trace> 1.5 -2e1 </trace><trace></trace></ink>")
    #expect(ink.strokes.map(points) == [[[10, 0], [9, 14], [8, 28]], [[1.5, -20]]])
    #expect(!ink.hasTimes && ink.unitsPerMillimetre == nil)
  }

  @Test func `Contexts, brushes, units and times are those of the definitions that a trace refers to`() throws {
    let ink = try page(
      """
      <inkml:ink xmlns:inkml="http://www.w3.org/2003/InkML"><inkml:definitions>
      <inkml:traceFormat xml:id="a"><inkml:channel name="T" units="s"/><inkml:channel name="X" units="cm"/>\
      <inkml:channel name="Y" units="cm"/><inkml:channel name="F" min="0" max="1023"/></inkml:traceFormat>
      <inkml:traceFormat xml:id="b"><inkml:channel name="X"/><inkml:channel name="Y"/>\
      <inkml:channel name="T"/></inkml:traceFormat>
      <inkml:brush xml:id="red"><inkml:brushProperty name="color" value="#ff0000"/>\
      <inkml:brushProperty name="transparency" value="55"/><inkml:brushProperty name="width" value="0.2"/></inkml:brush>
      <inkml:context xml:id="c" traceFormatRef="#a" brushRef="#red"/><inkml:context xml:id="d" traceFormatRef="#b"/>
      </inkml:definitions>
      <inkml:trace contextRef="#c">0.5 1 2 512, 0.6 1.5 2.5 1023</inkml:trace>
      <inkml:trace contextRef="#d" timeOffset="2000">7 8 10</inkml:trace>
      <inkml:trace type="penUp">1 2 3</inkml:trace></inkml:ink>
      """)
    #expect(ink.strokes.count == 2 && ink.pressures == 0...1023 && ink.hasTimes)
    #expect(ink.unitsPerMillimetre == 0.1)
    #expect(ink.strokes[0].color == InkColor(red: 255, green: 0, blue: 0, alpha: 200) && ink.strokes[0].width == 0.2)
    #expect(ink.strokes[0].samples[1] == InkSample(x: 1.5, y: 2.5, time: 0.6, pressure: 1023))
    // 2000 ms and 10 ms.
    #expect(ink.strokes[1].samples == [InkSample(x: 7, y: 8, time: 2.01)] && ink.strokes[1].color == nil)
  }

  @Test(arguments: [("integer", 100.0, 50.0), ("decimal", 0.1, 0.05)])
  func `Widths have units, and whole numbers are steps of the device, as Office writes them`(
    type: String, unitsPerMillimetre: Double, width: Double
  ) throws {
    let channels = ["X", "Y"].map { "<channel name=\"\($0)\" type=\"\(type)\" max=\"2147483647\" units=\"cm\"/>" }
    let steps = ["X", "Y"].map { name in
      "<channelProperty channel=\"\(name)\" name=\"resolution\" value=\"1000\" units=\"1/cm\"/>"
    }
    for id in ["", " xml:id=\"f\""] {
      let ink = try page(
        """
        <ink><definitions><brush xml:id="b"><brushProperty name="width" value="0.05" units="cm"/></brush>
        <context xml:id="c"\(id.isEmpty ? "" : " traceFormatRef=\"#f\"")><inkSource><traceFormat\(id)>
        \(channels.joined())</traceFormat><channelProperties>\(steps.joined())</channelProperties></inkSource></context>
        </definitions><trace contextRef="#c" brushRef="#b">8467 4233,8600 4300</trace></ink>
        """)
      // 1000 steps or 1 to a centimetre.
      #expect(ink.unitsPerMillimetre == unitsPerMillimetre)
      #expect(ink.strokes[0].width.map { abs($0 - width) < 1e-9 } == true, "\(ink.strokes[0].width ?? 0)")
    }
  }

  @Test func `A width in a unit of length says nothing where the page's units have none`() throws {
    let brush = "<brush xml:id=\"b\"><brushProperty name=\"width\" value=\"3\" units=\"mm\"/></brush>"
    #expect(try page("<ink>\(brush)<trace brushRef=\"#b\">1 2</trace></ink>").strokes[0].width == nil)
  }

  @Test func `A pen's azimuth and elevation are tilts`() throws {
    let format = ["X", "Y", "OA", "OE"].map { "<channel name=\"\($0)\" units=\"deg\"/>" }.joined()
    let ink = try page("<ink><traceFormat>\(format)</traceFormat><trace>0 0 0 45, 0 0 90 60, 0 0 10 90</trace></ink>")
    let tilts = ink.strokes[0].samples.map { [$0.tiltX ?? .nan, $0.tiltY ?? .nan] }
    // atan(1/tan 45°) = 45°; atan(1/tan 60°) = 30°; upright.
    for (tilt, expected) in zip(tilts, [[45.0, 0], [0, 30], [0, 0]]) {
      #expect(abs(tilt[0] - expected[0]) < 1e-9 && abs(tilt[1] - expected[1]) < 1e-9, "\(tilt) is not \(expected)")
    }
  }

  @Test func `Sessions of IAM-OnDB are read`() throws {
    let ink = try page(
      """
      <?xml version="1.0" encoding="ISO-8859-1"?><WhiteboardCaptureSession><StrokeSet>
      <Stroke colour="black" start_time="769.05" end_time="769.64"><Point x="895" y="992" time="769.05"/>\
      <Point x="890" y="1001" time="769.07"/></Stroke></StrokeSet></WhiteboardCaptureSession>
      """)
    #expect(
      ink.strokes.map(\.samples) == [
        [InkSample(x: 895, y: 992, time: 769.05), InkSample(x: 890, y: 1001, time: 769.07)]
      ])
  }

  @Test(arguments: PropertySeeds.from(0x1A6B, count: 30))
  func `What is written is read as it was`(seed: UInt64) throws {
    let page = SeededInk.page(seed: seed)
    let (text, losses) = InkMLFile.text(of: page)
    #expect(losses.isEmpty)
    var read = try InkMLFile.read(text)
    read.pressures = page.pressures
    #expect(read == page, "seed \(seed)")
  }

  @Test(arguments: PropertySeeds.from(0xC0DE, count: 6))
  func `Every cut gives the strokes before it, and every changed byte strokes or a line`(seed: UInt64) throws {
    let whole = SeededInk.page(seed: seed, strokes: 3)
    let text = InkMLFile.text(of: whole).text
    for count in 0..<text.count - 2 {
      guard let page = try? InkMLFile.read(Array(text[..<count])) else { continue }
      #expect(page.damage.isTruncated && page.damage.lines.count == 1, "seed \(seed): \(count) bytes")
      for (read, written) in zip(page.strokes, whole.strokes) {
        #expect(written.samples.starts(with: read.samples), "seed \(seed): \(count) bytes")
      }
    }
    var random = SplitMix64(seed: seed)
    for _ in 0..<400 {
      var changed = text
      changed[random.next(below: text.count)] = UInt8(random.next(below: 256))
      let page = try? InkMLFile.read(changed)
      #expect(page?.strokes.allSatisfy { !$0.samples.isEmpty } ?? true)
    }
  }

  @Test(arguments: [
    ("<!DOCTYPE ink [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><ink><trace>&b;</trace></ink>", 1, "&"),
    ("<ink>\n<trace>3</trace></ink>", 2, "1 of 2"), ("<ink>\n<trace>\n1 x</trace></ink>", 3, "x"),
    ("<ink><trace>1 nan</trace></ink>", 1, "nan"), ("<ink><trace>1 1e300</trace></ink>", 1, "1e300"),
    ("<ink><trace>1 1e15</trace></ink>", 1, "million"), ("<ink><trace>* 1</trace></ink>", 1, "repeats"),
    ("<svg/>", 1, "<ink>"), ("<ink/><ink/>", 1, "<ink> ends before"),
    ("<ink><traceFormat><channel name=\"X\"/></traceFormat><trace>1 2</trace></ink>", 1, "no Y"),
  ])
  func `A file of which nothing can be read is refused with one line and its place`(
    text: String, line: Int, part: String
  ) throws {
    let error = #expect(throws: InkFileError.self) { try page(text) }
    #expect(error?.line == line && error?.description.contains(part) == true, "\(error.map(\.description) ?? "")")
  }

  @Test func `Elements that are nested without end are refused`() {
    let text = "<ink>" + String(repeating: "<traceGroup>", count: 100_000)
    #expect(throws: InkFileError.self) { try page(text) }
  }
}

/// Ink that a seed makes.
enum SeededInk {
  static func page(seed: UInt64, strokes count: Int = 8) -> InkPage {
    var random = SplitMix64(seed: seed)
    func decimal(_ limit: Int) -> Double { Double(random.next(below: 2 * limit) - limit) / 1000 }
    var page = InkPage()
    page.device = ["", "Pad & <Pen> \"7\""][random.next(below: 2)]
    page.unitsPerMillimetre = [nil, 1, 9.6][random.next(below: 3)]
    let (hasTimes, hasPressure) = (random.next(below: 2) == 0, random.next(below: 2) == 0)
    var time = 0
    for _ in 0...random.next(below: count) {
      let samples = (0...random.next(below: 20)).map { _ in
        time += random.next(below: 20)
        return InkSample(
          x: decimal(5_000_000), y: decimal(5_000_000), time: hasTimes ? Double(time) / 1000 : nil,
          pressure: hasPressure ? Double(random.next(below: 1024)) : nil)
      }
      let shade = UInt8(random.next(below: 256))
      page.strokes.append(
        InkStroke(
          samples, color: random.next(below: 3) == 0 ? nil : InkColor(red: shade, green: 7, blue: 200, alpha: shade),
          width: random.next(below: 3) == 0 ? nil : Double(1 + random.next(below: 5000)) / 1000))
    }
    return page
  }
}

/// Numbers that no canvas has.
struct InkMLNumberTests {
  @Test(arguments: ["1e38", "-1e38", "1e300", "123456789012345678901234567890"])
  func `A number that is too large is said to be that`(number: String) throws {
    let page = try InkMLFile.read(Array("<ink><trace>1 2, \(number) 4</trace></ink>".utf8))
    #expect(page.strokes.map(\.samples.count) == [1])
    let start = "line 1: a trace has the number \u{201C}\(number.prefix(20))\u{201D}, which is too large"
    #expect(page.damage.lines == ["\(start): the trace ends before it"])
  }
}
