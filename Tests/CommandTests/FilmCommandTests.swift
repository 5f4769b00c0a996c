import Foundation
import SeededCases
import TestSupport
import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings

/// touchreel render to films.
@Suite(.slow)
struct FilmCommandTests {
  let folder: TemporaryFolder
  let ten = Fixture.path("ten-fingers.mcap")

  init() throws { folder = try TemporaryFolder() }

  private static let hasEncoder = Programs.installed("ffmpeg") != nil && Programs.installed("ffprobe") != nil

  @Test(arguments: [
    "", "--smoothing none --drop-open", "--show-cancelled --color-by touch", "--clean", "--show-touches --show-hover",
    "--show-touches --clean", "--touch 3 --touch 5", "--touch 5 --clean --show-touches",
  ])
  func `Every frame is the picture at its time`(options: String) throws {
    let words = options.split(separator: " ").map(String.init)
    let size = ["--size", "192x108"]
    let all = try Programs.run(
      Touchreel.path, ["render", ten, "-o", "-", "--format", "raw", "--fps", "2", "--to", "3s"] + size + words)
    // 0, 0.5, …, 3 s.
    let length = 192 * 108 * 4
    #expect(all.status == 0 && all.output.count == 7 * length, "\(all.errors), \(all.output.count) bytes")
    for frame in 0..<7 where frame < 6 || !options.contains("drop") {
      let options = frame < 6 ? words.filter { $0 != "--drop-open" } : words
      let at = try Programs.run(
        Touchreel.path,
        ["render", ten, "-o", folder.path("\(frame).png"), "--at", "\(Double(frame) / 2)"] + size + options)
      #expect(at.status == 0, "\(at)")
      let picture = try DecodedPicture(folder.path("\(frame).png")).buffer
      let film = all.output.dropFirst(frame * length).prefix(length)
      let same = picture.pixels.withUnsafeBytes { Data($0) == film }
      #expect(same, "frame \(frame) with \(options)")
    }
  }

  @Test func `What is undone, redone or changed later is left out of every frame`() throws {
    let steps: [BoardRecording.Step] = [
      .stroke((100, 100), (900, 100)), .stroke((100, 200), (900, 200)), .command(.undo),
      .stroke((100, 300), (900, 300)), .interrupted((500, 50), (500, 450), by: .set(\.width, 30)), .command(.undo),
      .command(.redo), .stroke((100, 400), (900, 400)), .command(.background(.color(.black))), .command(.undo),
      .command(.background(.color(PixelColor(red: 200, green: 220, blue: 255)))), .stroke((50, 50), (60, 450)),
      .command(.clear), .command(.undo), .stroke((900, 50), (960, 450)),
    ]
    let url = folder.url("board.mcap")
    try BoardRecording(steps).write(to: url)
    let arguments = ["render", url.path, "--size", "200x100", "--clean"]
    try Touchreel.succeed(arguments + ["-o", folder.path("%02d.png"), "--fps", "20"])
    let frames = folder.names.filter { $0.hasSuffix(".png") }
    #expect(frames.count == 30, "\(frames)")
    for frame in frames.indices.dropLast() where frame % 3 != 1 {
      let output = ["-o", folder.path("at"), "--format", "png", "--force"]
      try Touchreel.succeed(arguments + output + ["--at", "\(frame * 50)ms"])
      let isSame = FileManager.default.contentsEqual(atPath: folder.path("at"), andPath: folder.path(frames[frame]))
      #expect(isSame, "frame \(frame)")
    }
  }

  @Test(
    .enabled(if: hasEncoder, "ffmpeg is missing"),
    arguments: [("mp4", "h264"), ("webm", "vp9"), ("apng", "apng")])
  func `Films have the frames, the size and the rate that were asked for`(suffix: String, codec: String) throws {
    let film = folder.path("film.\(suffix)")
    let outcome = try Touchreel.run(
      "render", ten, "-o", film, "--size", "161x91", "--duration", "1s", "--fps", "20", "--hold", "500ms")
    #expect(outcome.status == 0, "\(outcome)")
    let probe = try Programs.succeed(
      "ffprobe",
      [
        "-v", "error", "-count_frames", "-show_entries", "stream=codec_name,width,height,nb_read_frames", "-of",
        "csv=p=0", film,
      ])
    // 20 and 10 frames; sides are even where players want that.
    let size = suffix == "mp4" || suffix == "webm" ? "162,92" : "161,91"
    #expect(
      String(decoding: probe, as: UTF8.self).hasPrefix("\(codec),\(size),30"),
      "\(String(decoding: probe, as: UTF8.self))")
  }

  /// ffmpeg writes how many frames it has at the beginning when it has drawn them.
  @Test(.enabled(if: hasEncoder, "ffmpeg is missing")) func `An APNG is the same through a pipe`() throws {
    let film = ["render", ten, "--size", "64x36", "--duration", "500ms", "--format", "apng"]
    try Touchreel.succeed(film + ["-o", folder.path("film.apng")])
    let piped = try Touchreel.succeed(film + ["-o", "-"])
    #expect(try piped.output == Data(contentsOf: URL(fileURLWithPath: folder.path("film.apng"))))
  }

  @Test(.enabled(if: hasEncoder, "ffmpeg is missing"), arguments: ["10", "30", "50", "60", "240"])
  func `A GIF is as long as it was asked for, and has no picture that players slow down`(rate: String) throws {
    let film = folder.path("film.gif")
    let arguments = ["render", ten, "-o", film, "--size", "161x91", "--duration", "1s", "--hold", "500ms"]
    try Touchreel.succeed(arguments + ["--fps", rate])
    let entries = ["-show_entries", "stream=codec_name,width,height:format=duration:packet=duration_time"]
    let probe = try Programs.succeed("ffprobe", ["-v", "error"] + entries + ["-of", "default=nk=1:nw=1", film])
    let lines = String(decoding: probe, as: UTF8.self).split(separator: "\n")
    let times = lines.compactMap { $0.contains(".") ? Double($0) : nil }
    // 1.5 s, within what the last picture needs.
    #expect(lines.contains("gif") && lines.contains("161") && lines.contains("91"), "\(lines)")
    #expect(times.count > 10 && times.allSatisfy { $0 >= 0.02 }, "\(times)")
    #expect(times.last.map { (1.499...1.521).contains($0) } == true, "\(times)")
  }

  @Test(.enabled(if: hasEncoder, "ffmpeg is missing"), arguments: ["white", "transparent"])
  func `A GIF shows every frame as it is, without ffmpeg, and is no larger than one by its palettegen`(
    background: String
  ) throws {
    let options = ["--size", "160x90", "--fps", "5", "--background", background, "--show-touches"]
    let (film, raw) = (folder.path("film.gif"), folder.path("film.raw"))
    let bare = try Programs.run(
      Touchreel.path, ["render", ten, "-o", film] + options, environment: ["PATH": folder.url.path])
    #expect(bare.status == 0, "\(bare)")
    try Touchreel.succeed(["render", ten, "-o", raw] + options)
    let input = ["-v", "error", "-f", "rawvideo", "-pixel_format", "bgra", "-video_size", "160x90", "-framerate", "5"]
    let filter = "split[a][b];[a]palettegen[p];[b][p]paletteuse=diff_mode=rectangle"
    try Programs.succeed("ffmpeg", input + ["-i", raw, "-filter_complex", filter, folder.path("theirs.gif")])
    let sizes = try ["film.gif", "theirs.gif"].map { try Data(contentsOf: folder.url($0)).count }
    // Theirs leaves out what is half transparent.
    #expect(sizes[0] <= sizes[1] || background == "transparent", "\(sizes)")
    let frames = ["-v", "error", "-i", film, "-vf", "fps=5", "-f", "rawvideo", "-pix_fmt", "bgra", "-"]
    let (ours, wanted) = (try Programs.succeed("ffmpeg", frames), try Data(contentsOf: folder.url("film.raw")))
    #expect(ours.count == wanted.count && wanted.count % (160 * 90 * 4) == 0)
    let differing = Self.differingPixels(ours, wanted, tolerance: 32)
    #expect(differing == 0, "\(differing) pixels")
  }

  /// How many pixels differ by more than that in a component, where translucent ones lie on white and the faintest are
  /// transparent.
  private static func differingPixels(_ shown: Data, _ wanted: Data, tolerance: Int) -> Int {
    zip([UInt8](shown).pixels, [UInt8](wanted).pixels).count { shown, wanted in
      guard wanted[3] >= 16 else { return shown[3] != 0 }
      return shown[3] != 255
        || (0..<3).contains { part in
          let onWhite = (Int(wanted[part]) * Int(wanted[3]) + 255 * (255 - Int(wanted[3]))) / 255
          return abs(Int(shown[part]) - onWhite) > tolerance
        }
    }
  }

  @Test(.enabled(if: hasEncoder, "ffmpeg is missing"))
  func `The same command gives the same film, also through a pipe, and its colours are ours`() throws {
    let arguments = ["render", ten, "--size", "160x90", "--duration", "500ms", "--background", "#3060c0"]
    for name in ["a.mp4", "b.mp4"] {
      try Touchreel.succeed(arguments + ["-o", folder.path(name)])
    }
    #expect(FileManager.default.contentsEqual(atPath: folder.path("a.mp4"), andPath: folder.path("b.mp4")))
    let piped = try Programs.run(Touchreel.path, arguments + ["-o", "-", "--format", "mp4"])
    try piped.output.write(to: URL(fileURLWithPath: folder.path("c.mp4")))
    for name in ["a.mp4", "c.mp4"] {
      try Programs.succeed(
        "ffmpeg", ["-v", "error", "-y", "-i", folder.path(name), "-frames:v", "1", folder.path("\(name).png")])
      let pixel = try DecodedPicture(folder.path("\(name).png")).buffer[2, 2]
      // Video has 219 steps of brightness, and half as many of colour.
      #expect(
        [0, 8, 16].allSatisfy { abs(Int(pixel >> $0 & 255) - Int(0x3060c0 >> $0 & 255)) <= 4 },
        "\(String(pixel, radix: 16))")
    }
  }

  @Test(.enabled(if: hasEncoder, "ffmpeg is missing"))
  func `APNG and WebM are as transparent as the picture, and MP4 says that it is not`() throws {
    let options = ["--size", "160x90", "--background", "transparent", "--color", "#c02040"]
    let film = ["render", ten, "--duration", "500ms", "--fps", "10", "--hold", "200ms"] + options
    let apng = try Touchreel.succeed(film + ["-o", folder.path("a.apng")])
    #expect(apng.errors == "")
    try Programs.succeed("ffmpeg", ["-v", "error", "-i", folder.path("a.apng"), folder.path("f%d.png")])
    try Touchreel.succeed(["render", ten, "-o", folder.path("end.png")] + options)
    let shown = try DecodedPicture(folder.path("f6.png")).buffer.pixels
    let expected = try DecodedPicture(folder.path("end.png")).buffer.pixels
    #expect(Set(expected.map { $0 >> 24 }).count > 2 && shown.count == expected.count)
    let isSame = zip(shown, expected).allSatisfy { pair in
      [0, 8, 16, 24].allSatisfy { abs(Int(pair.0 >> $0 & 255) - Int(pair.1 >> $0 & 255)) <= 1 }
    }
    #expect(isSame)
    let webm = try Touchreel.succeed(film + ["-o", folder.path("a.webm")])
    #expect(webm.errors == "")
    try Programs.succeed(
      "ffmpeg", ["-v", "error", "-c:v", "libvpx-vp9", "-i", folder.path("a.webm"), folder.path("w%d.png")])
    let lossy = try DecodedPicture(folder.path("w6.png")).buffer.pixels
    // Alpha is compressed like brightness: nearly all pixels are within a tenth.
    let isClose = zip(lossy, expected).map { abs(Int($0 >> 24) - Int($1 >> 24)) <= 25 }
    #expect(lossy.count == expected.count && isClose.count { $0 } > expected.count * 99 / 100)
    let video = try Touchreel.succeed(film + ["-o", folder.path("a.mp4")])
    #expect(video.errors.contains("what is transparent becomes white"), "\(video)")
    #expect(video.errors.split(separator: "\n").count == 1, "\(video)")
  }

  @Test(.enabled(if: hasEncoder, "ffmpeg is missing"), arguments: ["webm", "apng"])
  func `The edges of ink in a transparent film have its colour`(suffix: String) throws {
    let options = ["--size", "160x90", "--background", "none", "--color", "#c02040"]
    let film = folder.path("a.\(suffix)")
    try Touchreel.succeed(["render", ten, "-o", film, "--duration", "500ms", "--fps", "10"] + options)
    let decoder = suffix == "webm" ? ["-c:v", "libvpx-vp9"] : []
    let frames = ["-f", "rawvideo", "-pix_fmt", "bgra", "-"]
    let decoded = [UInt8](try Programs.succeed("ffmpeg", ["-v", "error"] + decoder + ["-i", film] + frames))
    let last = Array(decoded.suffix(160 * 90 * 4)).pixels
    let edges = last.filter { (64..<192).contains($0[3]) }
    #expect(edges.count > 500 && last.count { $0[3] == 0 } > 5000, "\(edges.count)")
    // Blue, green and red; without the ink's colour around it, red would be 158 in the mean.
    for (part, wanted) in [0x40, 0x20, 0xc0].enumerated() {
      let mean = edges.reduce(0) { $0 + Int($1[part]) } / edges.count
      #expect(abs(mean - wanted) <= 3, "\(part): \(mean)")
      #expect(edges.count { abs(Int($0[part]) - wanted) > 16 } < edges.count / 50)
    }
  }

  @Test(.enabled(if: hasEncoder, "ffmpeg is missing"))
  func `Thin ink is in a transparent GIF`() throws {
    let options = ["--size", "160x90", "--background", "transparent", "--color", "#c02040", "--width", "1"]
    let film = ["render", ten, "--duration", "500ms", "--fps", "10", "--hold", "200ms"] + options
    let gif = try Touchreel.succeed(film + ["-o", folder.path("a.gif")])
    #expect(gif.errors.contains("a GIF has no translucent pixels") && gif.errors.split(separator: "\n").count == 1)
    try Programs.succeed("ffmpeg", ["-v", "error", "-i", folder.path("a.gif"), folder.path("g%d.png")])
    try Touchreel.succeed(["render", ten, "-o", folder.path("end.png")] + options)
    let shown = try DecodedPicture(folder.path("g6.png")).buffer.pixels
    let expected = try DecodedPicture(folder.path("end.png")).buffer.pixels
    // Most of such ink is fainter than half.
    #expect(expected.count { (16..<128).contains($0 >> 24) } > expected.count { $0 >> 24 >= 128 })
    #expect(zip(shown, expected).allSatisfy { $0 >> 24 == ($1 >> 24 >= 16 ? 255 : 0) })
    let opaque = try Touchreel.succeed(film.dropLast(6) + ["--background", "white", "-o", folder.path("b.gif")])
    #expect(opaque.errors == "")
  }

  @Test(.enabled(if: hasEncoder, "ffmpeg is missing"))
  func `Temporary files are made in TMPDIR`() throws {
    let arguments = ["render", ten, "-o", folder.path("a.apng"), "--size", "64x36", "--to", "100ms"]
    let path = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""]
    let missing = try Programs.run(
      Touchreel.path, arguments, environment: path.merging(["TMPDIR": folder.path("nowhere")]) { $1 })
    #expect(
      missing.status == 1 && missing.errors.contains("no temporary file in \(folder.path("nowhere"))"), "\(missing)")
    let there = try Programs.run(
      Touchreel.path, arguments, environment: path.merging(["TMPDIR": folder.url.path]) { $1 })
    #expect(there.status == 0, "\(there)")
    #expect(folder.names == ["a.apng"])
  }

  @Test func `Without ffmpeg, or where it fails, there is one line and no file`() throws {
    // Four such frames are more than the pipe holds, so that a program which reads nothing is noticed at any speed.
    let arguments = ["render", ten, "-o", folder.path("a.mp4"), "--size", "640x360"]
    let missing = try Programs.run(Touchreel.path, arguments, environment: ["PATH": folder.url.path])
    #expect(missing.status == 1 && missing.errors.contains("ffmpeg: is not installed"), "\(missing)")
    for (script, message) in [
      (
        "#!/bin/sh\nhead -c 1000 >/dev/null\necho 'Unknown encoder' >&2\nexit 3\n",
        "failed with status 3: Unknown encoder"
      ),
      ("#!/bin/sh\nhead -c 1000 >/dev/null\nkill -9 $$\n", "was ended by signal 9"),
      ("#!/bin/sh\nexec 0<&-\nexit 0\n", "ended before it had read everything"),
      ("#!/bin/sh\ncat >/dev/null\nprintf half >&3\n", "has not written the whole film"),
      (
        "#!/bin/sh\ncat >/dev/null\necho 'trailer: No space left on device' >&2\n",
        "a.mp4: no space is left on the disk"
      ),
    ] {
      let fake = folder.url.appendingPathComponent("ffmpeg")
      try Data(script.utf8).write(to: fake)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: fake.path)
      let failed = try Programs.run(
        Touchreel.path, arguments, environment: ["PATH": "\(folder.url.path):/usr/bin:/bin"])
      #expect(failed.status == 1 && failed.errors.contains(message), "\(failed)")
      #expect(failed.errors.split(separator: "\n").count == 1, "\(failed)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["ffmpeg"])
  }

  @Test(
    .enabled(if: hasEncoder, "ffmpeg is missing"), .enabled(if: Mount.isPossible, Mount.absence),
    arguments: ["mp4", "webm", "gif", "apng"])
  func `A full disk ends a film in one line and leaves no part of it`(suffix: String) throws {
    let shell = #"""
      unshare -m sh -c 'mkdir -p disk; mount -t tmpfs -o size=32k none disk && "$@"; status=$?; ls -A disk > list
      exit $status' sh "$@"
      """#
    let outcome = try Touchreel.run(
      "render", ten, "-o", "disk/a.\(suffix)", "--size", "640x360", shell: shell, in: folder.url)
    #expect(outcome.status == 1 && outcome.errors.split(separator: "\n").count == 1, "\(outcome)")
    #expect(outcome.errors.contains("disk/a.\(suffix): no space is left on the disk"), "\(outcome)")
    #expect(try folder.text("list") == "")
  }

  @Test(arguments: [SIGINT, SIGTERM]) func `A signal in the middle ends the encoder and leaves the old film`(
    signal: Int32
  ) throws {
    // Its parent gets the signal once a thousand bytes of frames have come; it tells when its input has ended.
    let script = "#!/bin/sh\nhead -c 1000 >/dev/null\nkill -\(signal) $PPID\ncat >/dev/null\necho done >ended\n"
    let fake = folder.url.appendingPathComponent("ffmpeg")
    try Data(script.utf8).write(to: fake)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: fake.path)
    try Data("old".utf8).write(to: folder.url.appendingPathComponent("a.mp4"))
    let shell = "PATH=$PWD:$PATH; \"$@\"; status=$?; until [ -e ended ]; do :; done; exit $status"
    let outcome = try Touchreel.run("render", ten, "-o", "a.mp4", "--force", shell: shell, in: folder.url)
    #expect(outcome.status == 128 + signal, "\(outcome)")
    #expect(try Data(contentsOf: folder.url.appendingPathComponent("a.mp4")) == Data("old".utf8))
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    #expect(left == ["a.mp4", "ended", "ffmpeg"], "\(left)")
  }

  @Test func `Frames become files that have their numbers`() throws {
    let names = folder.path("%02d.png")
    try Touchreel.succeed("render", ten, "-o", names, "--size", "96x54", "--fps", "2", "--to", "1.5s")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    #expect(files == ["00.png", "01.png", "02.png", "03.png"])
    try Touchreel.succeed("render", ten, "-o", folder.path("at.png"), "--size", "96x54", "--at", "1s")
    #expect(FileManager.default.contentsEqual(atPath: folder.path("02.png"), andPath: folder.path("at.png")))
    let again = try Touchreel.run("render", ten, "-o", names, "--fps", "2")
    #expect(again.status == 1 && again.errors.contains("exists already"), "\(again)")
  }

  @Test(arguments: [
    ["-o", "a.png", "--fps", "3"], ["-o", "a.mp4", "--fps", "0"], ["-o", "a.gif", "--speed", "2", "--duration", "3"],
    ["-o", "a.webm", "--duration", "50%"], ["-o", "a.mp4", "--max-pause", "0"], ["-o", "a.mp4", "--hold", "end"],
    ["-o", "a.svg", "--speed", "2"], ["-o", "a.mp4", "--crop"], ["-o", "a.mp4", "--text-as-paths"],
    ["-o", "a.gif", "--fps", "240.1"],
  ]) func `Options that make no film are refused`(options: [String]) throws {
    let outcome = try Programs.run(Touchreel.path, ["render", ten] + options, in: folder.url)
    #expect(outcome.status == 64, "\(outcome)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }

  @Test func `What lies in shared memory is named like any other file`() throws {
    let name = "/dev/shm/touchreel-test-\(UInt32.random(in: .min ... .max))"
    defer { for suffix in ["raw", "unknown"] { try? FileManager.default.removeItem(atPath: "\(name).\(suffix)") } }
    let arguments = ["--size", "16x9", "--duration", "1s", "--fps", "1"]
    try Touchreel.succeed(["render", ten, "-o", "\(name).raw"] + arguments)
    #expect(try Data(contentsOf: URL(fileURLWithPath: "\(name).raw")).count == 2 * 16 * 9 * 4)
    #expect(try Programs.run(Touchreel.path, ["render", ten, "-o", "\(name).unknown"]).status == 64)
  }

  @Test(arguments: ["--from", "--to"]) func `A time behind the recording's end is named, as for pictures`(
    option: String
  ) throws {
    let arguments = ["render", ten, "--size", "16x9", option, "100000s"]
    let picture = try Touchreel.succeed(arguments + ["-o", folder.path("a.png")])
    let film = try Touchreel.succeed(arguments + ["-o", folder.path("a.raw"), "--fps", "1"])
    #expect(film.errors.contains("a later time is its end"), "\(film.errors)")
    let said = picture.errors.split(separator: "\n")
    #expect(film.errors.split(separator: "\n") == said && said.count < 3, "\(picture.errors), \(film.errors)")
  }

  @Test func `A film of very many frames is refused before anything is drawn`() throws {
    let outcome = try Touchreel.run(
      "render", ten, "-o", folder.path("a.raw"), "--speed", "0.001", "--fps", "240", "--hold", "900000")
    #expect(outcome.status == 1 && outcome.errors.contains("more than 10000000 frames"), "\(outcome)")
  }
}

extension [UInt8] {
  /// Four bytes each.
  fileprivate var pixels: [[UInt8]] { stride(from: 0, to: count, by: 4).map { Array(self[$0..<$0 + 4]) } }
}
