import ArgumentParser
import Glibc
import SystemPackage
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelEvdevDevices
import TouchReelExporting
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelWindowArguments

struct Render: ManyFilesCommand, Sendable {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Render recordings or drawing files: PNG, SVG, PDF, HTML, MP4, WebM, GIF or APNG.",
    discussion: """
      Without --size, the board is 1920 points wide and has the device's proportions. A picture of another size shows the same drawing. \
      Several files are drawn into a folder, each under its own name; if one cannot be drawn, the error is reported and the others are \
      still drawn. Of a file of Quick, Draw! with many drawings, a folder gets all of them.

        touchreel render session.mcap -o session.png
        touchreel render 3m.event -o - --at 50% --color-by touch | display
        touchreel render session.mcap -o film.mp4 --duration 30s --max-pause 1s
        touchreel render session.mcap -o session.html
        touchreel render notes.touchreel.json -o notes.png --page all
        touchreel render session.mcap -o frames/%05d.png --fps 10
        touchreel render corpus/*.mcap -o pictures/ --shard 1/4
        touchreel render -r corpus -o pictures/ --crop --size 64x64 --if-changed
        touchreel render cat.ndjson -o cats/ --size 64x64 --name-by key
      """)

  @Argument(help: ArgumentHelp("The recordings or drawings to render.", valueName: "files"), completion: .recordings)
  var operands: [FileOperands]
  @Option(
    name: .shortAndLong,
    help: "The picture to write, - for standard output, or a folder; one that ends in a slash is made.",
    completion: .file())
  var output: String
  @Option(help: "What to write; by default as the picture's name says, PNG for a folder and for standard output.")
  var format: PictureFormat?
  @Option(help: "Number of drawing threads, by default one for each core; the pixels do not depend on it.")
  var threads: Int?
  @Flag(name: .shortAndLong, help: "Draw all recordings and drawings in folders, into folders of the same names.")
  var recursive = false
  @Option(help: ArgumentHelp("Draw only every Nth picture, starting with the Ith.", valueName: "I/N"))
  var shard: ShardArgument?
  @Option(help: "What names the pictures of a file with many drawings: a drawing's place in it, or its key_id.")
  var nameBy = DrawingNames.index
  @Flag(help: "Write nothing but the picture, start no program and reach no network, where the kernel can refuse it.")
  var sandbox = false
  @Flag(help: "Draw only what has no picture of the same input, options and version yet; replace pictures of others.")
  var ifChanged = false
  @OptionGroup(title: "SVG and PDF") var vectors: VectorOptions
  @OptionGroup(title: "Films") var film: FilmOptions
  @OptionGroup var drawn: DrawnOptions
  @OptionGroup var pages: PagesOption
  @OptionGroup var input: InputOptions
  @OptionGroup var replacing: OutputOptions

  var files: [String] { operands.flatMap(\.names) }

  func validate() throws {
    try refuseSecondInput()
    if let threads, !(1...64).contains(threads) { throw ValidationError("--threads takes 1 to 64.") }
    // Folders are searched once, when it is known that all arguments are usable.
    let format = recursive ? format ?? .png : try targets().format
    try vectors.refuse(unlessFor: format)
    try film.refuse(unlessFor: format, limit: drawn.surface.filmLimit)
    try pages.refuse(unlessFor: format)
    if format == .html, let option = drawn.shown.givenForStills.first {
      throw ValidationError("\(option.name) is of pictures and films; a page shows touches only.")
    }
    if format == .html, let option = drawn.ink.givenForTints.first {
      throw ValidationError(
        "\(option.name) \(option.value) is of pictures and films; a page would hold each stroke anew at each of its steps."
      )
    }
    if format.isTimed && drawn.crop {
      throw ValidationError("--crop is for pictures of one instant, not for films and pages.")
    }
    if sandbox { try refuseSandbox(for: format) }
    if ifChanged && (format != .png || output == "-") {
      throw ValidationError("--if-changed is for PNG files, in which it notes what they were made of.")
    }
  }

  func run() throws {
    if output == "-", isatty(STDOUT_FILENO) == 1 {
      throw Failure(
        message: "a picture is not written to a terminal; name a file with -o, or send it to a program: -o - | display")
    }
    let targets = try targets()
    if recursive && targets.all.isEmpty {
      let what = targets.pictures > 0 ? "recordings or drawings" : "files"
      throw Failure(message: "\(files.joined(separator: ", ")): no \(what) are in there")
    }
    if sandbox {
      ProcessorTimeLimit.set(for: files[0])
      Sandbox.ofRenderer(output: output == "-" ? nil : FilePath(argument: output)).enter()
    }
    let marking = try marking()
    let threads = threads ?? FileBatch.cores
    var queue = PictureQueue(targets, shard: shard, names: nameBy) { [input] (file) throws(FileError) in
      try input.bytes(of: file)
    }
    let hasSet = queue.continuesWithSet()
    if recursive || hasSet || output.hasSuffix("/") { try makeFolders(for: targets.all) }
    guard files.count > 1 || recursive || hasSet else {
      return try drawOnly(queue.next(), threads: threads, marking)
    }
    // A picture for each thread: small ones leave nothing to share.
    let painter = LinePainter(self, options: try drawn.drawingOptions(input.limits, threads: 1), marking)
    let isWhole = FileBatch.run(queue, threads: threads, title: "Drawing", passedOver: targets.pictures) { part in
      report(of: part, painter, marking)
    }
    if !isWhole { throw ExitCode.failure }
  }

  /// Several pictures need folders, and films of most kinds ffmpeg.
  private func refuseSandbox(for format: PictureFormat) throws {
    guard !recursive, files.count == 1, !FolderNames.isFolder(output), !format.isFilm, !pages.mayBeSeveral else {
      throw ValidationError("--sandbox is for one picture of one file: PNG, SVG, PDF or HTML.")
    }
  }

  private func targets() throws -> PictureTargets {
    try PictureTargets(files, output: output, format: format, isSharded: shard != nil, isRecursive: recursive)
  }

  /// What the pictures are compared by; `nil` without `--if-changed`.
  private func marking() throws -> PictureMarking? {
    guard ifChanged else { return nil }
    var files: [FileBytes] = []
    if let description = input.description { files.append(try FileBytes(path: FilePath(argument: description))) }
    if case .image(let path, _)? = drawn.shown.background { files.append(try FileBytes(path: path)) }
    return try PictureMarking(options: (drawn.given + pages.given + input.given).text, files: files)
  }

  /// Pictures of files in folders lie in folders of the same names; those of a set, and in what ends in a slash, in one
  /// that may be new.
  private func makeFolders(for targets: [PictureTargets.Target]) throws(FileError) {
    for folder in Set(targets.map { FilePath(argument: $0.picture).removingLastComponent() }) {
      try FileTree.makeFolder(folder)
    }
  }

  /// Draws the one picture that was asked for, on all threads; an error ends the program.
  private func drawOnly(_ part: PictureQueue.Part?, threads: Int, _ marking: PictureMarking?) throws {
    var report = BatchReport()
    switch part {
    case .file(let target, let bytes): try draw(bytes, as: target, threads: threads, marking, report: &report)
    case .failure(_, let error): throw error
    case .lines, nil: return
    }
    var totals = BatchTotals()
    totals.print(adding: report)
    totals.print()
  }

  /// Draws a part of the pictures; an error does not stop the others.
  private func report(
    of part: PictureQueue.Part, _ painter: LinePainter, _ marking: PictureMarking?
  ) -> BatchReport {
    var report = BatchReport()
    switch part {
    case .file(let target, let bytes):
      report.isOfFound = target.isFound
      report.noteErrors(of: target.file) { report in
        try draw(bytes, as: target, threads: 1, marking, report: &report)
      }
    case .lines(let lines): return painter.draw(lines)
    case .failure(let file, let error): report.errors.append(BatchError(error, of: file))
    }
    return report
  }

  /// Whether a name is one that only recordings have, sound or not.
  private func isOfRecording(_ file: String) -> Bool {
    ["mcap", "evemu"].contains(FilePath(file).extension?.lowercased())
  }

  private func draw(
    _ bytes: any ByteSource, as target: PictureTargets.Target, threads: Int, _ marking: PictureMarking?,
    report: inout BatchReport
  ) throws {
    let drawing = try DrawingInput.read(bytes, input, pages: pages.selection)
    let recognized = drawing == nil ? Result { () throws(FileError) in try Recording.recognize(bytes) } : nil
    if target.isFound, case .failure(let error) = recognized, !error.isOfReading, !isOfRecording(target.file) {
      report.passedOver = 1
      return
    }
    let sources = [target.file] + (drawing?.imageFiles ?? []).map(\.argument)
    try replacing.refuse(target.picture, readFrom: sources)
    let mark = try marking?.mark(of: bytes, and: drawing?.imageFiles ?? [])
    guard var output = try pictureOutput(of: target, mark) else {
      report.unchanged += 1
      return
    }
    output.sources = sources
    output.showsProgress = files.count == 1 && !recursive
    if let drawing {
      try draw(drawing, as: output, try drawn.drawingOptions(input.limits, threads: threads), report: &report)
    } else if let recognized {
      let recording = Recording(try recognized.get(), options: try input.readingOptions())
      try draw(recording, as: output, threads: threads, report: &report)
    }
  }

  /// - Returns: `nil` if the picture is there already. Of several pages, that is seen when it is known how many.
  func pictureOutput(of target: PictureTargets.Target, _ mark: PictureMark?) throws(FileError) -> PictureOutput? {
    let output = PictureOutput(target.picture, as: target.format, existing: replacing.existing, mark: mark)
    return pages.mayBeSeveral ? output : try output.unlessMade()
  }
}
