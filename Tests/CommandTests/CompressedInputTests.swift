import Foundation
import TestSupport
import Testing

/// Recordings and drawings that gzip packed: in one member or several, with something behind them, from files and
/// pipes.
@Suite(.slow)
struct CompressedInputTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write(Recorded.line, to: "in.evemu")
    for format in ["mcap", "yml", "getevent", "raw24", "xopp", "inkml"] {
      try Touchreel.succeed("convert", folder.path("in.evemu"), folder.path("in.\(format)"))
    }
    #expect(try run("gzip -dc <in.xopp >plain; mv plain in.xopp").status == 0)
  }

  private func run(_ shell: String) throws -> Programs.Outcome { try Touchreel.run(shell: shell, in: folder.url) }

  /// Ways to pack `$f`.
  private static let packings = [
    "gzip -c $f", "head -c 100 $f | gzip; tail -c +101 $f | gzip",
    "head -c 3000 $f | gzip; printf '' | gzip; tail -c +3001 $f | gzip -1", "gzip -c $f; head -c 1000 /dev/zero",
  ]

  @Test(arguments: ["evemu", "mcap", "yml", "getevent", "raw24", "xopp", "inkml"])
  func `What gzip packed is read as if it were not, from files and pipes`(format: String) throws {
    let facts = try run(#""$@" info --json - <in.\#(format)"#)
    let picture = try run(#""$@" render in.\#(format) -o - --size 64x64"#)
    #expect(facts.status == 0 && picture.status == 0, "\(facts)")
    for packing in Self.packings {
      #expect(try run("f=in.\(format); { \(packing); } >packed.gz").status == 0)
      for input in ["- <packed.gz", "fifo"] {
        let fifo = "rm -f fifo; mkfifo fifo; cat packed.gz >fifo &"
        let outcome = try run(#"\#(input == "fifo" ? fifo : "") "$@" info --json \#(input)"#)
        let text = outcome.text.replacing("\"fifo\"", with: "\"standard input\"")
        #expect(text == facts.text && outcome.status == 0, "\(packing), \(input): \(outcome)")
      }
      let drawn = try run(#""$@" render packed.gz -o - --size 64x64"#)
      #expect(drawn.output == picture.output, "\(packing): \(drawn.errors)")
      #expect(try run(#"cat packed.gz | "$@" render - -o - --size 64x64"#).output == picture.output, "\(packing)")
    }
  }

  @Test func `Packed recordings in folders are drawn, and keep their descriptions`() throws {
    let shell = #"""
      mkdir in d; gzip -c in.evemu >in/a.evemu.gz; grep ^E: in.evemu | gzip >d/b.events.gz; grep -v ^E: in.evemu >d/b.desc
      "$@" render -r in -o out --size 64x64; ls out; "$@" info d/b.events.gz
      """#
    let outcome = try run(shell)
    #expect(outcome.status == 0 && outcome.text.contains("a.evemu.png") && outcome.text.contains("Test Screen"))
    #expect(outcome.errors.isEmpty, "\(outcome)")
  }

  @Test func `Packed data that is cut or damaged is an error with its offset, and salvage reads what precedes it`()
    throws
  {
    #expect(try run("gzip -c in.evemu | head -c 400 >cut.gz").status == 0)
    let info = try run(#""$@" info cut.gz"#)
    #expect(info.status == 1 && info.errors.contains("cut.gz: offset 400: its gzip data ends too early"), "\(info)")
    let saved = try run(#""$@" salvage cut.gz -o saved.evemu"#)
    #expect(saved.status == 0 && saved.text.contains("reading stopped: cut.gz: offset 400: "), "\(saved)")
    #expect(try run(#""$@" info saved.evemu"#).text.contains("Test Screen"))
    let damaged = try run(
      #"{ gzip -c in.evemu | head -c 300; head -c 300 /dev/zero; } >bad.gz; "$@" convert bad.gz x.mcap"#)
    #expect(damaged.status == 1 && damaged.errors.contains("bad.gz: offset "), "\(damaged)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("x.mcap")))
  }

  @Test(arguments: ["evemu", "mcap", "yml", "getevent", "raw24"], [30, 60, 90])
  func `What can be unpacked of a cut or damaged file is saved, and printed before the error`(
    format: String, percent: Int
  ) throws {
    let frames = (0..<3000).map { number in
      let time = "9.\(100_000 + number * 7)"
      return "E: \(time) 0003 0035 \(number * 37 % 800)\nE: \(time) 0000 0000 0\n"
    }
    try folder.write(Recorded.line + frames.joined(), to: "source.evemu")
    let packing = #"""
      "$@" convert source.evemu long.\#(format) && gzip -c long.\#(format) >whole.gz
      n=$(stat -c %s whole.gz); head -c $((n * \#(percent) / 100)) whole.gz >cut.gz
      { head -c $((n - 8)) whole.gz; printf 'wrongsum'; } >sum.gz
      """#
    #expect(try run(packing).status == 0)
    let all = try run(#""$@" dump long.\#(format)"#).text.split(separator: "\n").count
    for (file, least) in [("cut.gz", format == "mcap" ? 2 : all * (percent - 25) / 100), ("sum.gz", all)] {
      let saved = try run(#""$@" salvage \#(file) -o saved.mcap --force"#)
      #expect(saved.status == 0 && saved.text.contains("reading stopped: \(file): offset "), "\(file): \(saved)")
      let lines = try run(#""$@" dump saved.mcap"#).text.split(separator: "\n").count
      #expect(lines >= least, "\(file): \(lines) of \(all)")
      let printed = try run(#""$@" dump \#(file)"#)
      let piped = try run(#"cat \#(file) | "$@" dump -"#)
      #expect(printed.text == piped.text && printed.status == 1 && piped.status == 1, "\(file)")
    }
  }

  @Test(arguments: [#"\037\213 and other things"#, "hello"])
  func `What follows the last member is one warning, from files and pipes`(rest: String) throws {
    #expect(try run("{ gzip -c in.evemu; printf '\(rest)'; } >rest.gz").status == 0)
    for input in ["rest.gz", "- <rest.gz"] {
      let outcome = try run(#""$@" info \#(input)"#)
      #expect(outcome.status == 0)
      let warning = "  warning: what follows the last member of its gzip data is no gzip data: skipped\n"
      #expect(outcome.text.contains(warning), "\(outcome)")
    }
  }

  @Test func `A description may be packed, and what is followed may not`() throws {
    let described = try run(
      #"grep ^E: in.evemu >e.evemu; grep -v ^E: in.evemu | gzip >d.gz; "$@" info e.evemu --description d.gz"#)
    #expect(described.status == 0 && described.text.contains("Test Screen"), "\(described)")
    let followed = try run(#"gzip -c in.evemu >in.gz; timeout 20 "$@" dump --follow in.gz"#)
    #expect(followed.status == 1 && followed.errors.contains("in.gz: is packed by gzip, which --follow"), "\(followed)")
  }

  @Test func `Drawings of several members are all read`() throws {
    let drawing = #"{"word":"dot","drawing":[[[0,9],[0,9]]]}"#
    let outcome = try run(
      #"echo '\#(drawing)' | gzip >a.gz; cat a.gz a.gz >ab.ndjson.gz; "$@" info ab.ndjson.gz"#)
    #expect(outcome.status == 0 && outcome.text.contains("it holds 2 drawings"), "\(outcome)")
  }

  @Test func `What else is packed says what it is`() throws {
    let outcome = try run(#"echo hello world | gzip >text.gz; "$@" info text.gz"#)
    #expect(outcome.status == 1 && outcome.errors.contains("text.gz: is not a recording"), "\(outcome)")
    let twice = try run(#"gzip -c in.evemu | gzip >twice.gz; "$@" info twice.gz"#)
    let advice = "is compressed twice by gzip; unpack it first: gzip -dc FILE > OTHER\n"
    #expect(twice.status == 1 && twice.errors.contains("twice.gz: \(advice)"), "\(twice)")
    let piped = try run(#""$@" info - <twice.gz"#)
    #expect(piped.status == 1 && piped.errors.contains("standard input: \(advice)"), "\(piped)")
    let inner = try run(#"printf 'BZh91AYxxxxxxxx' | gzip >inner.gz; "$@" convert inner.gz x.mcap"#)
    let both = "is compressed twice, by bzip2 and then by gzip; unpack it first: gzip -dc FILE | bzip2 -dc > OTHER\n"
    #expect(inner.status == 1 && inner.errors.contains("inner.gz: \(both)"), "\(inner)")
  }
}
