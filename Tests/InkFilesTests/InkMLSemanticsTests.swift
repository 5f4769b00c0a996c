import Testing

@testable import TouchReelInkFiles

/// What the recommendation says of contexts, groups, brushes, channels, times and references to ink (W3C, Ink Markup
/// Language). The numbers are computed by hand.
struct InkMLSemanticsTests {
  private func page(_ content: String) throws -> InkPage {
    try InkMLFile.read(Array("<ink xmlns=\"http://www.w3.org/2003/InkML\">\(content)</ink>".utf8))
  }

  private func points(_ page: InkPage) -> [[[Double]]] { page.strokes.map { $0.samples.map { [$0.x, $0.y] } } }

  private func format(_ channels: String...) -> String {
    "<traceFormat>\(channels.map { "<channel \($0)/>" }.joined())</traceFormat>"
  }

  private static let red = InkColor(red: 255, green: 0, blue: 0)
  private static let blue = InkColor(red: 0, green: 0, blue: 255)
  private static let brushes = """
    <brush xml:id="red"><brushProperty name="color" value="#FF0000"/><brushProperty name="width" value="8"/></brush>
    <brush xml:id="blue"><brushProperty name="color" value="blue"/></brush>
    """

  // MARK: Contexts, groups, brushes

  @Test func `A group's brush is that of its traces, and ends with the group`() throws {
    let ink = try page(
      """
      <definitions>\(Self.brushes)<context xml:id="c" brushRef="#blue"/></definitions>
      <traceGroup brushRef="#red"><trace>0 0</trace><traceGroup contextRef="#c"><trace>1 1</trace></traceGroup>
      <traceGroup><trace>2 2</trace><trace brushRef="#blue">3 3</trace><trace contextRef="#c">4 4</trace></traceGroup>
      </traceGroup><trace>5 5</trace>
      """)
    #expect(ink.strokes.map(\.color) == [Self.red, Self.blue, Self.red, Self.blue, Self.blue, nil])
    #expect(ink.strokes.map(\.width) == [8, nil, 8, nil, nil, nil])
  }

  @Test func `Contexts of definitions stay there, and others are those of all that follow`() throws {
    let ink = try page(
      """
      <definitions>\(Self.brushes)<traceFormat xml:id="f"><channel name="X"/><channel name="Y"/><channel name="F"/>
      </traceFormat><context xml:id="c" traceFormatRef="#f" brushRef="#red"/></definitions>
      <trace>0 0, 9 0</trace><context brushRef="#blue"/><trace>1 1</trace><context traceFormatRef="#f"/>
      <trace>2 2 7</trace><brush brushRef="#red"/><trace>3 3 7</trace>
      """)
    #expect(ink.strokes.map(\.color) == [nil, Self.blue, Self.blue, Self.red])
    #expect(ink.strokes.map(\.samples[0].pressure) == [nil, nil, 7, 7] && ink.notes.isEmpty)
  }

  @Test func `What is not understood of units, brushes, derivations and types is named, each once`() throws {
    let ink = try page(
      """
      <!-- one --><definitions>\(format(#"name="X" units="furlong""#, #"name="Y" units="furlong""#, #"name="T" units="ms""#))
      <brush xml:id="a" brushRef="#b"><brushProperty name="width" value="abc"/></brush><brush xml:id="b" brushRef="#a">
      <brushProperty name="color" value="nocolor"/><brushProperty name="tip" value="star"/>
      <brushProperty name="width" value="3" units="furlong"/></brush><context xml:id="c" contextRef="#c"/></definitions>
      <trace type="weird">0 0</trace><trace contextRef="#c">1 1</trace><trace type="penUp">2 2</trace><!-- two -->
      """)
    #expect(
      ink.notes == [
        #"1 × <brushProperty name="color"> has a value that is not understood, and is left out"#,
        #"1 × <brushProperty name="tip"> has a value that is not understood, and is left out"#,
        #"1 × <brushProperty name="width"> has a value that is not understood, and is left out"#,
        "1 × a <brush> is derived from itself, and has nothing from there",
        "1 × a <brushProperty> is in units that are not known", "2 × a <channel> is in units that are not known",
        "1 × a <context> is derived from itself, and has nothing from there",
        "1 × a <trace> is of a type that InkML does not have, and is not drawn",
      ])
    #expect(ink.leftOut == [#"1 × <trace type="penUp"> is not kept"#, "2 × comment is not kept"])
    #expect(ink.strokes.count == 1)
  }

  @Test func `Contexts and brushes are derived from others, also from those that come later`() throws {
    let ink = try page(
      """
      <definitions><context xml:id="d" contextRef="#c"/><context xml:id="c" brushRef="#thin"/>
      <brush xml:id="thin" brushRef="#red"><brushProperty name="width" value="2"/></brush>\(Self.brushes)
      <context xml:id="own" contextRef="#own" brushRef="#red"/></definitions>
      <trace contextRef="#d">0 0</trace><trace contextRef="#own">0 0</trace>
      """)
    #expect(ink.strokes.map(\.color) == [Self.red, Self.red] && ink.strokes.map(\.width) == [2, 8])
  }

  @Test func `What is referred to and missing is said`() throws {
    let ink = try page("<trace brushRef=\"#a\">0 0</trace><trace brushRef=\"#a\" contextRef=\"#b\">0 0</trace>")
    #expect(ink.strokes.count == 2)
    #expect(
      ink.notes == [
        "1 × a <brush> is referred to that the file does not have",
        "1 × a <context> is referred to that the file does not have",
      ])
  }

  @Test(arguments: [
    ("", [4.0, 4, 4]), ("<brushProperty name=\"tip\" value=\"rectangle\"/>", [4, 4, 4]),
    ("<brushProperty name=\"height\" value=\"10\"/>", [10, 10, 10]),
  ])
  func `A tip's height counts where strokes go along it`(property: String, widths: [Double]) throws {
    let ink = try page(
      """
      <brush xml:id="b"><brushProperty name="width" value="4"/>\(property)</brush>
      <trace>0 0, 0 0, 20 0</trace>
      """)
    #expect(ink.strokes[0].samples.map { $0.width ?? ink.strokes[0].width } == widths)
  }

  @Test func `A height alone is a width, and highlighters and pressure are read`() throws {
    let ink = try page(
      """
      <brush><brushProperty name="http://www.w3.org/2003/InkML/brush#height" value="3"/>
      <brushProperty name="color" value="Green"/><brushProperty name="transparency" value="128"/>
      <brushProperty name="ignorePressure" value="true"/><brushProperty name="antiAliased" value="1"/></brush>
      <trace>0 0</trace>
      """)
    #expect(ink.strokes[0].width == 3 && ink.strokes[0].ignoresPressure)
    #expect(ink.strokes[0].color == InkColor(red: 0, green: 128, blue: 0, alpha: 127))
    #expect(ink.leftOut == ["1 × <brushProperty name=\"antiAliased\"> is not kept"])
  }

  // MARK: Channels

  @Test func `Each channel has its own unit`() throws {
    let ink = try page(
      format("name=\"X\" units=\"cm\"", "name=\"Y\" units=\"mm\"", "name=\"W\" units=\"mm\"")
        + "<trace>1 20 5</trace>")
    #expect(points(ink) == [[[1, 2]]] && ink.unitsPerMillimetre == 0.1)
    #expect(ink.strokes[0].samples[0].width.map { abs($0 - 0.5) < 1e-12 } == true)
  }

  @Test func `Steps of the device are as long as the resolution of their channel says`() throws {
    // Office writes the ink of a tablet like this: 4000 steps an inch along x, 5000 along y.
    let properties = [("X", 4000), ("Y", 5000)].map { name, value in
      "<channelProperty channel=\"\(name)\" name=\"resolution\" value=\"\(value)\" units=\"1/in\"/>"
    }
    let channels = ["X", "Y"].map { "<channel name=\"\($0)\" type=\"integer\" max=\"32767\" units=\"in\"/>" }
    let ink = try page(
      """
      <definitions><context xml:id="c"><inkSource><traceFormat>\(channels.joined())</traceFormat>
      <channelProperties>\(properties.joined())</channelProperties></inkSource></context></definitions>
      <trace contextRef="#c">4000 5000</trace>
      """)
    #expect(points(ink) == [[[4000, 4000]]] && ink.size == nil)
    #expect(ink.unitsPerMillimetre.map { abs($0 - 4000 / 25.4) < 1e-9 } == true)
  }

  @Test(arguments: [("max=\"3600\"", 10.0, 450.0, 45.0), ("max=\"360\"", 1000, 45, 45)])
  func `Steps of times and angles are those of the resolution, if that can be`(
    range: String, resolution: Double, value: Double, degrees: Double
  ) throws {
    let ink = try page(
      """
      <inkSource><traceFormat><channel name="X"/><channel name="Y"/><channel name="T" type="integer" units="dev"/>
      <channel name="OTx" type="integer" units="deg" \(range)/></traceFormat><channelProperties>
      <channelProperty channel="T" name="resolution" value="200" units="1/s"/>
      <channelProperty channel="OTx" name="resolution" value="\(resolution)" units="1/deg"/></channelProperties></inkSource>
      <trace>0 0 100 \(value)</trace>
      """)
    #expect(ink.strokes[0].samples[0].time == 0.5 && ink.strokes[0].samples[0].tiltX == degrees)
  }

  @Test func `Formats of other units and pressures are brought to those of the first`() throws {
    let ink = try page(
      format("name=\"X\" units=\"mm\"", "name=\"Y\" units=\"mm\"", "name=\"F\" max=\"100\"") + "<trace>1 2 50</trace>"
        + format("name=\"X\" units=\"cm\"", "name=\"Y\" units=\"cm\"", "name=\"F\" min=\"0\" max=\"1\"")
        + "<trace>1 2 0.25</trace>")
    #expect(points(ink) == [[[1, 2]], [[10, 20]]] && ink.pressures == 0...100)
    #expect(ink.strokes.map(\.samples[0].pressure) == [50, 25])
  }

  @Test func `Positions grow to the left and upward where the channel says so`() throws {
    let ink = try page(
      format("name=\"X\" orientation=\"-ve\"", "name=\"Y\" min=\"0\" max=\"50\" orientation=\"-ve\"")
        + "<trace>0 0, 100 20</trace>")
    #expect(points(ink) == [[[0, 50], [-100, 30]]])
    let tablet = ["X", "Y"].map { "name=\"\($0)\" min=\"0\" max=\"50\" orientation=\"-ve\"" }
    #expect(try page(format(tablet[0], tablet[1]) + "<trace>1 2</trace>").size?.height == 50)
  }

  @Test func `Booleans need no blanks, and intermittent channels stay as they are`() throws {
    let ink = try page(
      """
      <traceFormat><channel name="X"/><channel name="Y"/><channel name="B" type="boolean"/><intermittentChannels>
      <channel name="F"/><channel name="S" type="boolean" default="F"/></intermittentChannels></traceFormat>
      <trace>1 2T, 3 4F 5T, 6 7T*F, 8 9 F *T,</trace>
      """)
    #expect(points(ink) == [[[1, 2], [3, 4], [6, 7], [8, 9]]])
    #expect(ink.strokes[0].samples.map(\.pressure) == [nil, 5, 5, 5])
    #expect(
      ink.leftOut == ["1 × <channel name=\"B\"> is not kept", "1 × <channel name=\"S\"> is not kept"])
  }

  @Test func `Numbers are hexadecimal, negative, scientific or differences, with blanks between prefix and number`()
    throws
  {
    let ink = try page("<trace>#A -#1f, 1e2 -.5E+1, ' - 10\"2, *'1, 5*, !7!8</trace>")
    // (100, −5); x changes by −10; y's change of 2 is on top of the step of 26 that led to −5; (80, 24); …
    #expect(points(ink) == [[[10, -31], [100, -5], [90, 23], [80, 24], [85, 25], [7, 8]]])
  }

  @Test func `A point without a position is left out and said`() throws {
    let ink = try page("<trace>1 2, ? 5, 3 ?, 4 6</trace>")
    #expect(points(ink) == [[[1, 2], [4, 6]]])
    #expect(ink.notes == ["2 × a point has no position, and is left out"])
  }

  @Test func `A trace that names no format is read in the only one, if it has as many values`() throws {
    let defined = """
      <definitions><traceFormat xml:id="f"><channel name="T"/><channel name="X"/><channel name="Y"/></traceFormat>
      </definitions>
      """
    let ink = try page(defined + "<trace>5 1 2, 9 3 4</trace>")
    #expect(points(ink) == [[[1, 2], [3, 4]]] && ink.hasTimes && ink.notes.count == 1)
    #expect(points(try page(defined + "<trace>5 1</trace>")) == [[[5, 1]]])
    #expect(try page("<trace>5 1 9</trace>").notes.count == 1)
  }

  @Test func `A trace whose context names no format may be in the usual one`() throws {
    let content = """
      <definitions><context xml:id="c" brushRef="#DefaultBrush"/></definitions>\(format("name=\"X\"", "name=\"Y\"", "name=\"F\""))
      <trace contextRef="#c">1 2 3</trace><trace contextRef="#c">1 2, 3 4</trace>
      """
    let ink = try page(content)
    #expect(points(ink) == [[[1, 2]], [[1, 2], [3, 4]]] && ink.damage.isEmpty && ink.notes.count == 1)
    #expect(try page(content + "<trace>1 2</trace>").damage.lines.count == 1)
  }

  // MARK: Times

  @Test func `Times of points are spread over a trace's duration, or follow the device's rate`() throws {
    let ink = try page("<trace timeOffset=\"2000\" duration=\"500\">0 0, 1 0, 2 0</trace>")
    #expect(ink.strokes[0].samples.map(\.time) == [2, 2.25, 2.5] && ink.notes.count == 1)
    let source = "<inkSource><sampleRate uniform=\"true\" value=\"200\"/></inkSource>"
    let rated = try page(source + "<trace timeOffset=\"10\">0 0, 1 0, 2 0</trace>")
    #expect(rated.strokes[0].samples.map(\.time) == [0.01, 0.015, 0.02])
    #expect(try !page("<trace timeOffset=\"10\">0 0, 1 0</trace>").hasTimes)
  }

  @Test func `Offsets count from the timestamp of the context`() throws {
    let time = "<channel name=\"T\" units=\"ms\""
    let ink = try page(
      """
      <definitions><timestamp xml:id="a" timeString="2011-02-22T00:21:51.400Z"/>
      <timestamp xml:id="b" time="1298334112400"/><timestamp xml:id="c" timestampRef="#b" timeOffset="500"/>
      <traceFormat xml:id="f"><channel name="X"/><channel name="Y"/>\(time)/></traceFormat>
      <traceFormat xml:id="g"><channel name="X"/><channel name="Y"/>\(time) respectTo="#a"/></traceFormat>
      <context xml:id="ca" traceFormatRef="#f" timestampRef="#a"/><context xml:id="cb" contextRef="#ca" timestampRef="#b"/>
      <context xml:id="cc" contextRef="#ca" timestampRef="#c"/><context xml:id="cg" traceFormatRef="#g"/></definitions>
      <trace contextRef="#ca" timeOffset="20">0 0 5</trace><trace contextRef="#cb" timeOffset="20">0 0 5</trace>
      <trace contextRef="#cc">0 0 5</trace><trace contextRef="#cg" timeOffset="30">0 0 5</trace>
      <trace contextRef="#cg" timeOffset="30">0 0 30</trace>
      """)
    // 2011-02-22T00:21:51.4Z is 1298334111.4 s after 1970.
    #expect(
      ink.strokes.map { ($0.samples[0].time ?? 0) * 1000 }.map { ($0 * 1e6).rounded() / 1e6 } == [
        25, 1025, 1505, 35, 30,
      ])
  }

  @Test func `Times may count from 1970`() throws {
    let ink = try page(format("name=\"X\"", "name=\"Y\"", "name=\"T\"") + "<trace>0 0 1298334111400</trace>")
    #expect(ink.strokes[0].samples[0].time == 1_298_334_111.4)
  }

  // MARK: References to ink

  @Test func `A trace goes on with the one that it names`() throws {
    let ink = try page(
      """
      <trace xml:id="a1" continuation="begin">0 0</trace><trace xml:id="b1" continuation="begin">0 9</trace>
      <trace xml:id="a2" continuation="middle" priorRef="#a1">1 0</trace>
      <trace continuation="end" priorRef="#b1">1 9</trace><trace continuation="end" priorRef="#a2">2 0</trace>
      <trace continuation="end" priorRef="#none">5 5</trace>
      """)
    #expect(points(ink) == [[[0, 0], [1, 0], [2, 0]], [[0, 9], [1, 9]], [[5, 5]]])
    #expect(ink.notes == ["1 × a trace goes on with another that is not there, and is drawn by itself"])
  }

  @Test func `Traces of definitions are drawn where a view refers to them`() throws {
    let definitions = """
      <definitions><trace xml:id="a">0 0, 1 0, 2 0, 3 0</trace><traceGroup xml:id="g"><trace>0 1</trace>
      <trace>0 2, 1 2</trace></traceGroup></definitions><trace xml:id="t">9 9</trace>
      """
    #expect(points(try page(definitions)) == [[[9, 9]]])
    let views = [
      "<traceView traceDataRef=\"#t\"/>": [],
      "<traceView traceDataRef=\"#a\" from=\"2\" to=\"3\"/>": [[[1, 0], [2, 0]]],
      "<traceView><traceView traceDataRef=\"#g\"/></traceView>": [[[0, 1]], [[0, 2], [1, 2]]],
      "<traceView traceDataRef=\"#g\" from=\"2:2\"/>": [[[1.0, 2.0]]],
    ]
    for (view, strokes) in views {
      #expect(points(try page(definitions + view)) == [[[9, 9]]] + strokes, "\(view)")
    }
  }

  @Test func `Views of views end`() throws {
    let views = (0..<200).map { number in
      """
      <traceView xml:id="v\(number)"><traceView traceDataRef="#v\(number + 1)"/><traceView traceDataRef="#v\(number + 1)"/>
      </traceView>
      """
    }
    let ink = try page(
      "<definitions>\(views.joined())</definitions><traceView traceDataRef=\"#v0\"/><trace>1 1</trace>")
    #expect(ink.strokes.count == 1 && ink.notes.contains { $0.contains("nested too deep") })
  }

  @Test func `Ink in the air is not drawn`() throws {
    let ink = try page(
      "<trace type=\"penUp\">0 0</trace><trace type=\"indeterminate\">1 1</trace><trace type=\"hover\">2 2</trace>")
    #expect(points(ink) == [[[1, 1]]])
    #expect(
      ink.leftOut == ["indeterminate", "penUp"].map { "1 × <trace type=\"\($0)\"> is not kept" })
    #expect(ink.notes == ["1 × a <trace> is of a type that InkML does not have, and is not drawn"])
  }

  @Test func `Annotations and groups are counted`() throws {
    let ink = try page(
      """
      <annotation type="truth">ab</annotation><annotationXML><math><trace>7 7</trace></math></annotationXML>
      <traceGroup><annotation>a</annotation><trace id="1">1 1</trace><traceView traceDataRef="1"/></traceGroup>
      """)
    #expect(ink.strokes.count == 1 && ink.notes.isEmpty)
    #expect(
      ink.leftOut == [
        "2 × <annotation> is not kept", "1 × <annotationXML> is not kept", "1 × <trace id> is not kept",
        "1 × <traceGroup> is not kept", "1 × <traceView> is not kept",
      ])
  }

  @Test(arguments: [
    ("stray <trace>1 1</trace> text", "", "2 × text between elements is not kept"),
    (#"<trace id="a">1 1</trace><trace xml:id="b">1 1</trace>"#, "", "2 × <trace id> is not kept"),
    ("<?pi data?><trace>1 1</trace>", "", "1 × processing instruction is not kept"),
    (
      #"<canvasTransform id="t"><mapping type="identity"/></canvasTransform>"#, "<trace>1 1</trace>",
      "1 × a <canvasTransform> of no trace is not kept"
    ),
  ])
  func `What no picture shows is counted`(first: String, rest: String, line: String) throws {
    let content = rest.isEmpty ? first : "<definitions>\(first)</definitions>\(rest)"
    let ink = try page(content)
    #expect(ink.leftOut == [line] && ink.notes.isEmpty, "\(ink.leftOut) \(ink.notes)")
  }

  @Test(arguments: [
    (
      #"<traceFormat><channel name="X" orientation="sideways"/><channel name="Y"/></traceFormat>"#,
      "1 × a <channel> has an orientation that is not known, and is read as +ve"
    ),
    (
      #"<brush><brushProperty name="transparency" value="999"/></brush>"#,
      #"1 × <brushProperty name="transparency"> has a value that is not understood, and is left out"#
    ),
    (
      #"<brush><brushProperty name="width" value="2" units="mm"/></brush>"#,
      "1 × the width of a <brush> is in a unit of length, and positions are in none: it is left out"
    ),
  ])
  func `What is not drawn as it says is said`(setting: String, line: String) throws {
    let ink = try page(setting + "<trace>10 10, 20 20</trace><trace>10 10, 20 20</trace>")
    #expect(ink.notes == [line], "\(ink.notes)")
  }

  // MARK: Mappings

  @Test(arguments: [
    ("<mapping type=\"affine\"><affine>2 0 10, 0 -1 0</affine></mapping>", [[10.0, 0], [210, -50]]),
    ("<mapping type=\"identity\"/>", [[0, 0], [100, 50]]),
    (
      "<mapping type=\"affine\"><bind source=\"Y\"/><bind target=\"X\"/><affine>3 1</affine></mapping>",
      [[1, 0], [151, 50]]
    ),
    (
      """
      <mapping type="lookup"><bind source="X" column="1"/><bind target="X" column="2"/>
      <table>0 0, 80 40, 120 140</table></mapping>
      """, [[0, 0], [90, 50]]
    ),
    (
      """
      <mapping type="product"><mapping type="lookup"><bind source="X"/><table apply="relative" interpolation="floor">
      0 5, 90 7</table></mapping><mapping type="affine"><affine>1 0 0, 0 2 0</affine></mapping></mapping>
      """, [[5, 0], [107, 100]]
    ),
  ])
  func `A canvas transform is applied`(mapping: String, points: [[Double]]) throws {
    let ink = try page(
      """
      <definitions><canvasTransform xml:id="t">\(mapping)</canvasTransform></definitions>
      <context canvasTransformRef="#t"/><trace>0 0, 100 50</trace>
      """)
    #expect(self.points(ink) == [points] && ink.notes.isEmpty, "\(ink.notes)")
  }

  @Test(arguments: [
    "<mapping type=\"mathml\"><math/></mapping>", "<mapping type=\"affine\"><affine>1 2 3</affine></mapping>",
  ])
  func `A mapping that is not understood is said`(mapping: String) throws {
    let ink = try page("<canvasTransform>\(mapping)</canvasTransform><trace>1 2</trace>")
    #expect(points(ink) == [[[1, 2]]])
    #expect(ink.notes == ["1 × a <canvasTransform> is not understood, and is not applied"])
  }

  // MARK: Damage

  @Test func `A bad trace ends before its first error, which is counted with its line`() throws {
    let ink = try page(
      "\n<trace>0 0, 9 9</trace>\n<trace>5 5,\n7</trace><trace>5</trace><trace>1 x</trace><trace>1 1</trace>")
    #expect(points(ink) == [[[0, 0], [9, 9]], [[5, 5]], [[1, 1]]])
    #expect(
      ink.damage.lines == [
        "line 4: a point of a trace has 1 of 2 values: the trace ends before it (2 times)",
        "line 4: a trace has “x” where a number should be: the trace ends before it",
      ])
  }

  @Test func `A file that is cut off is read to its last whole point`() throws {
    let ink = try InkMLFile.read(Array("<ink>\n<trace>0 0, 9 9</trace><trace>1 1, 2 2, 3".utf8))
    #expect(points(ink) == [[[0, 0], [9, 9]], [[1, 1], [2, 2]]] && ink.damage.isTruncated)
    #expect(ink.damage.lines == ["line 2: the file ends inside <trace>"])
  }

  @Test func `Thousands of contexts, groups and continued traces take time in proportion`() throws {
    let contexts = (1...20_000).map { "<context xml:id=\"c\($0)\" contextRef=\"#c\($0 - 1)\"/>" }
    let traces = (1...20_000).map {
      "<trace xml:id=\"t\($0)\" priorRef=\"#t\($0 - 1)\" contextRef=\"#c20000\">\($0) 0</trace>"
    }
    let ink = try page(
      """
      <definitions>\(Self.brushes)<context xml:id="c0" brushRef="#red"/>\(contexts.joined())</definitions>
      <trace xml:id="t0" contextRef="#c20000">0 0</trace>\(traces.joined())
      """)
    #expect(ink.strokes.count == 1 && ink.strokes[0].samples.count == 20_001 && ink.strokes[0].color == Self.red)
  }
}
