import SeededCases
import Testing

@testable import TouchReelInkFiles

/// Lines of the data set “Quick, Draw!”.
struct QuickDrawTests {
  private func line(_ text: String) throws -> QuickDrawLine { try QuickDrawLine(Array(text.utf8)) }

  @Test func `A raw line has words and times, in milliseconds`() throws {
    // The line is that of github.com/googlecreativelab/quickdraw-dataset.
    let line = try line(
      #"""
      {"key_id":"5891796615823360","word":"nos\u00e9 \ud83d\ude00","countrycode":"AE","timestamp":"2017-03-01 20:41:36.70725 UTC",
      "recognized":true,"drawing":[[[129,128.5,127],[3,-4,5e0],[0,17,1000]],[[1],[2],[3]]]}
      """#)
    #expect(line.word == "nosé 😀" && line.key == "5891796615823360")
    #expect(
      line.page.strokes.map(\.samples) == [
        [
          InkSample(x: 129, y: 3, time: 0), InkSample(x: 128.5, y: -4, time: 0.017), InkSample(x: 127, y: 5, time: 1),
        ],
        [InkSample(x: 1, y: 2, time: 0.003)],
      ])
  }

  @Test func `A simplified line has no times, and lies in a square of 256`() throws {
    let line = try line(#"{"drawing":[[[0,255],[10,20]]],"more":{"a":[null,false,-1.5e-3,"x\\\""]}}"#)
    #expect(!line.page.hasTimes && line.page.size?.width == 256 && line.page.size?.height == 256)
  }

  @Test(arguments: PropertySeeds.from(0x9D1, count: 30))
  func `What is written is read as it was`(seed: UInt64) throws {
    var page = SeededInk.page(seed: seed)
    page.device = "Quick, Draw!"
    page.unitsPerMillimetre = nil
    for stroke in page.strokes.indices {
      (page.strokes[stroke].color, page.strokes[stroke].width) = (nil, nil)
      for sample in page.strokes[stroke].samples.indices { page.strokes[stroke].samples[sample].pressure = nil }
    }
    let (text, losses) = QuickDrawLine.text(of: page, word: "a \"cat\"\n", key: "7")
    let line = try QuickDrawLine(text)
    #expect(losses.isEmpty && line.page == page && line.word == "a \"cat\"\n" && line.key == "7", "seed \(seed)")
    let ends = text.indices.filter { text[$0...].starts(with: Array("]]".utf8)) }.map { $0 + 2 }.dropLast()
    for count in 0..<text.count - 2 {
      let strokes = ends.count { $0 <= count }
      let cut = try? QuickDrawLine(text[..<count])
      #expect(cut?.page.strokes ?? [] == Array(page.strokes.prefix(strokes)), "seed \(seed): \(count) bytes")
      #expect(cut?.page.damage.isTruncated ?? true && (cut == nil) == (strokes == 0), "seed \(seed): \(count) bytes")
    }
    var random = SplitMix64(seed: seed)
    for _ in 0..<400 {
      var changed = text
      changed[random.next(below: text.count)] = UInt8(random.next(below: 256))
      let page = try? QuickDrawLine(changed).page
      #expect(page?.strokes.allSatisfy { !$0.samples.isEmpty } ?? true)
    }
  }

  @Test(arguments: [
    "", "{}", "[]", #"{"drawing":[]}"#, #"{"drawing":[[[1],[2,3]]]}"#, #"{"drawing":[[[1]]]}"#,
    #"{"drawing":[[[1e400],[1]]]}"#, #"{"drawing":[[["1"],[1]]]}"#,
    #"{"a":"# + String(repeating: "[", count: 100_000),
  ])
  func `What is no drawing is refused`(text: String) {
    #expect(throws: InkFileError.self) { try line(text) }
  }

  @Test(arguments: [
    #"{"drawing":[[[1],[2]],[[1],[2,3]],[[5],[6]]]}"#, #"{"drawing":[[[1],[2]],7,[[5],[6]]]}"#,
    #"{"drawing":[[[1],[2]],[["a"],[3]],[[5],[6]]]}"#, #"{"drawing":[[[1],[2]],[[1,[2]],[[5],[6]]]}"#,
    #"{"drawing":[[[1],[2]],[[1],[2],[[5],[6]]],"word":"x"}"#, #"{"drawing":[[[1],[2]],[[NaN],[1]],[[5],[6]]]}"#,
    #"{"drawing":[[[1],[2]],[[1e400],[1]],[[5],[6]]]}"#, #"{"drawing":[[[1],[2]],{"a":"]"},[[5],[6]]]}"#,
  ])
  func `A stroke that is damaged is skipped, and the others are read`(text: String) throws {
    let line = try line(text)
    #expect(line.page.strokes.map { $0.samples.map(\.x) } == [[1], [5]])
    #expect(line.page.damage.lines == ["line 1: a stroke is not two or more rows of as many numbers: skipped"])
  }

  @Test(arguments: [
    #"{"drawing":[[[1],[1]]]} x"#, #"{"drawing":[[[1],[1]]],"a":"\#(String(repeating: "[", count: 100_000))"#,
  ])
  func `What is damaged behind the strokes is said, and they are read`(text: String) throws {
    let page = try line(text).page
    #expect(page.strokes.count == 1 && page.damage.lines.count == 1)
  }

  @Test func `Of several lines the first that can be read is drawn`() throws {
    let text = "{\"drawing\":[7]}\n\n{\"drawing\":[[[1],[2]]]}\n{\"drawing\":[[[3],[4]]]}\n"
    let page = try InkKind.quickdraw.read(Array(text.utf8))
    #expect(page.strokes.map { $0.samples.map(\.x) } == [[1]])
    #expect(page.damage.lines.count == 1 && page.damage.lines[0].hasPrefix("line 1: it is no drawing"))
    #expect(page.notes == ["it holds 2 drawings, of which this is the first; the others have 1 stroke"])
  }

  @Test func `What is damaged behind the first drawing is said`() throws {
    let text = "{\"drawing\":[[[1],[2]]]}\n{\"drawing\":5}\ngarbage\n{\"drawing\":[[[3],[4]],[[5"
    let page = try InkKind.quickdraw.read(Array(text.utf8))
    #expect(page.strokes.count == 1 && !page.damage.isTruncated)
    let lines = page.damage.lines
    #expect(lines.count == 2 && lines[0].hasPrefix("line 2: it is no drawing"), "\(lines)")
    #expect(lines.first?.hasSuffix(": skipped (2 times)") == true, "\(lines)")
    #expect(lines.last == "line 4: it is truncated after 1 stroke", "\(lines)")
    #expect(page.notes == ["it holds 2 drawings, of which this is the first; the others have 1 stroke"])
  }

  @Test(arguments: [
    "\n\n{\"drawing\":[[[1],[2]]]}\n", "{\"word\":\"bad\",\"drawing\":5}\n{\"drawing\":[[[1],[2]]]}\n",
    "{\"drawing\":[[[1],[2]],[[1,\0],[2,3]]]}\n",
  ])
  func `A file is known by any of its drawings, whatever else is damaged`(_ text: String) throws {
    #expect(InkKind(beginning: Array(text.utf8)) == .quickdraw)
    #expect(try InkKind.quickdraw.read(Array(text.utf8)).strokes.count == 1)
  }

  @Test func `Of a damaged file each line is saved as far as it can be read`() throws {
    let (whole, rest) = ("{\"word\":\"a\",\"more\":{\"b\":1},\"drawing\":[[[1],[2]]]}\n", "{\"drawing\":[[[5],[6]]]}")
    let cut = "{\"word\":\"c\",\"recognized\":true,\"drawing\":[[[3],[4]],[[5\n"
    let (text, losses) = try QuickDrawFile.salvaged(Array((whole + "\n{\"drawing\":5}\n" + cut + rest).utf8))
    #expect(
      String(decoding: text, as: UTF8.self) == whole + "{\"word\":\"c\",\"drawing\":[[[3],[4]]]}\n" + rest + "\n")
    #expect(losses == ["1 × recognized is not kept"])
    #expect(try InkKind.quickdraw.read(text).damage.isEmpty)
  }

  @Test func `The last of several members of a name counts, and they are one warning`() throws {
    let first = "{\"word\":\"cat\",\"drawing\":[[[1,2],[3,4]],[[5],[6]]]"
    let text = Array("\(first),\"drawing\":[[[7],[8]]],\"word\":\"dog\"}".utf8)
    let line = try QuickDrawLine(text)
    #expect(line.page.strokes.map { $0.samples.map(\.x) } == [[7]] && line.word == "dog")
    #expect(
      line.page.damage.lines == [
        "line 1: a member has the name of another in its object: the last one counts (2 times)"
      ])
  }

  @Test func `Strokes without points and rows beyond the times are named`() throws {
    let empty = try line(#"{"drawing":[[[],[]],[[7,8],[1,2]],[[],[],[]]]}"#).page
    #expect(empty.strokes.count == 1 && empty.leftOut == ["2 × a stroke without points is not kept"])
    let rows = try line(#"{"drawing":[[[7,8],[1,2],[0,5],[0.1,0.9],[3,3]]]}"#).page
    #expect(rows.leftOut == ["2 × a row of a stroke that is neither x, y nor times is not kept"])
    #expect(empty.damage.isEmpty && rows.damage.isEmpty)
  }
}
