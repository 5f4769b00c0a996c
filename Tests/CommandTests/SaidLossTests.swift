import Foundation
import TestSupport
import Testing

/// Losses and mistakes that were passed over without a word.
@Suite(.slow)
struct SaidLossTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Recorded.line, to: "line.evemu")
  }

  private func run(_ line: String) throws -> Programs.Outcome {
    try Touchreel.run(shell: #""$@" \#(line)"#, in: folder.url)
  }

  @Test func `Lost events are said where the output does not say so`() throws {
    let lost = Recorded.line + "E: 9.5 0000 0003 0\nE: 9.5 0000 0000 0\nE: 9.6 0000 0003 0\nE: 9.6 0000 0000 0\n"
    try folder.write(lost, to: "lost.evemu")
    for output in ["x.inkml", "x.ndjson", "x.csv", "x.jsonl"] {
      for input in ["lost.evemu OUT", "- OUT <lost.evemu"] {
        let outcome = try run("convert \(input.replacing("OUT", with: output)) --force")
        let said = outcome.errors.split(separator: "\n").filter { $0.contains("events were lost 2 times (SYN_") }
        #expect(outcome.status == 0 && said.count == 1, "\(output): \(outcome)")
      }
      let none = try run("convert line.evemu \(output) --force")
      #expect(!none.errors.contains("SYN_DROPPED"), "\(none)")
    }
    for output in ["x.png", "x.svg", "x.pdf", "x.html", "x.apng", "x.touchreel.json", "x.xopp"] {
      let command = output.hasSuffix(".json") || output.hasSuffix(".xopp") ? "convert" : "render -o"
      let line = command == "convert" ? "convert lost.evemu \(output)" : "render lost.evemu -o \(output) --size 40x40"
      let outcome = try run(line)
      let said = outcome.errors.split(separator: "\n").filter { $0.contains("events were lost 2 times (SYN_") }
      #expect(outcome.status == 0 && said.count == 1, "\(output): \(outcome)")
    }
    let script = try run("inject lost.evemu --format sendevent")
    #expect(script.errors.contains("lost.evemu: events were lost 2 times (SYN_DROPPED)"), "\(script)")
  }

  @Test func `A film says once what a picture says of its recording, whatever is read and written`() throws {
    let broken = Recorded.line.replacing("E: 0.4", with: "E: x 0.4", maxReplacements: 1)
    try folder.write(broken + "E: 0.9 00", to: "in/cut.evemu")
    let picture = try run("render in/cut.evemu -o x.png --size 64x32")
    let said = picture.errors.split(separator: "\n")
    #expect(said.count > 1 && said.contains { $0.contains("truncated inside its last event") }, "\(picture)")
    let size = "--size 64x32 --fps 5"
    for output in ["x.gif", "x.raw", "f%03d.png", "- --format gif"] {
      let film = try run("render in/cut.evemu -o \(output) \(size)")
      #expect(film.status == 0 && film.errors.split(separator: "\n") == said, "\(output): \(film)")
    }
    let piped = try run("render - -o y.gif \(size) <in/cut.evemu")
    #expect(piped.errors.split(separator: "\n").count == said.count, "\(piped)")
    let batch = try run("render -r in -o films/ --format gif \(size)")
    #expect(said.allSatisfy { batch.errors.contains($0) }, "\(batch)")
  }

  @Test func `What is chosen and not there is an error`() throws {
    let cut = try run("cut line.evemu x.mcap --tracking-id 9999")
    #expect(cut.status == 1 && cut.errors.contains("line.evemu: has no touch with tracking id 9999; its "), "\(cut)")
    #expect(!folder.names.contains("x.mcap"))
    for options in ["", "--touches", "--format csv", "--format jsonl"] {
      for input in ["line.evemu", "- <line.evemu"] {
        let outcome = try run("dump --from 500 \(options) \(input)")
        #expect(outcome.status == 1 && outcome.errors.contains(": has no events in this span; it is "), "\(outcome)")
        #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome)")
        #expect(try run("dump --from end \(options) line.evemu").status == 0)
      }
    }
  }

  @Test func `Warnings of a join name the recording that they are about`() throws {
    try folder.write(Recorded.line.replacing("E: ", with: "nonsense\nE: ", maxReplacements: 1), to: "odd.evemu")
    let outcome = try run("join line.evemu odd.evemu line.evemu -o out.mcap")
    let said = outcome.errors.split(separator: "\n").filter { $0.contains(": is not an event") }
    #expect(said.count == 1 && said[0].hasPrefix("touchreel: warning: odd.evemu: line "), "\(outcome)")
    #expect(!outcome.errors.contains("out.mcap"), "\(outcome)")
    try folder.write(Recorded.line.replacing("E: ", with: "E: 1", maxReplacements: 1), to: "back.evemu")
    let raw = try run("join line.evemu odd.evemu -o out.raw24")
    #expect(raw.errors.contains(": is not an event"), "\(raw)")
  }

  @Test func `A wrapped text is an error, of which salvage saves what is whole`() throws {
    let header = "Input driver version is 1.0.1\nInput device ID: bus 0x3 vendor 0x1 product 0x1 version 0x1\n"
    let frames = (0..<5).map { number in
      let time = "Event: time 100000\(number).000000"
      return "\(time), type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value 12\(number)\n"
        + "\(time), type 3 (EV_ABS), code 54 (ABS_MT_POSITION_Y), value 12\(number)\n"
        + "\(time), -------------- SYN_REPORT ------------\n"
    }.joined()
    let wrapped = frames.split(separator: "\n").flatMap { line in
      line.count > 72 ? [line.prefix(72), line.dropFirst(72)] : [line]
    }.joined(separator: "\n")
    try folder.write(header + wrapped + "\n", to: "wrapped.evtest")
    for command in ["info wrapped.evtest", "info - <wrapped.evtest", "convert wrapped.evtest x.mcap"] {
      let outcome = try run(command)
      #expect(outcome.status == 1 && outcome.errors.contains("lines may have been wrapped"), "\(outcome)")
      #expect(outcome.errors.contains(":3: looks like an event and is none, and so are 9 others"), "\(outcome)")
    }
    let saved = try run("salvage wrapped.evtest -o saved.mcap")
    #expect(saved.status == 0 && saved.text.contains("saved 5 events in 5 frames"), "\(saved)")
  }

  @Test func `Salvage of a truncated gzip file does not advise itself`() throws {
    try folder.write(String(repeating: Recorded.line, count: 1), to: "in.evemu")
    let packed = try Touchreel.run(
      shell: #"gzip -c in.evemu | head -c 300 >cut.gz; "$@" salvage cut.gz -o out.mcap"#, in: folder.url)
    let said = packed.text + packed.errors
    #expect(said.contains("its gzip data ends too early") && !said.contains("touchreel salvage"), "\(packed)")
  }

  @Test func `A full disk leaves no existing file where there is none`() throws {
    let text = Recorded.line + (0..<20000).map { "E: 9.\(100_000 + $0) 0000 0000 0\n" }.joined()
    try folder.write(text, to: "long.evemu")
    for force in ["", "--force"] {
      let outcome = try Touchreel.run(
        shell: #"ulimit -f 64; "$@" convert long.evemu new.evemu \#(force)"#, in: folder.url)
      #expect(outcome.status == 1 && outcome.errors.contains("nothing was written there"), "\(outcome)")
      #expect(!outcome.errors.contains("existing file"), "\(outcome)")
    }
  }

  @Test func `Two undescribed devices are printed alike from a file and a pipe`() throws {
    let frames = (0..<6).map { number in
      ["0003 0035 0000000\(number)", "0000 0000 00000000"].map {
        "[       1.00000\(number)] /dev/input/event\(number % 2): \($0)\n"
      }.joined()
    }.joined()
    try folder.write(frames, to: "two.getevent")
    let file = try run("dump two.getevent")
    let pipe = try run("dump - <two.getevent")
    #expect(file.text == pipe.text && file.text.split(separator: "\n").count == 14, "\(file) \(pipe)")
    let warnings = [file, pipe].map { $0.errors.split(separator: ": ").last }
    #expect(warnings[0] == warnings[1] && file.errors.contains("(2 times)"), "\(file) \(pipe)")
  }
}
