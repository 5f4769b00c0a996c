import ArgumentParser
import SystemPackage
import TouchReelByteStreams
import TouchReelDrawingFiles
import TouchReelEvdevDevices
import TouchReelExporting
import TouchReelInkFiles
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking
import TouchReelWindowArguments

struct Convert: ManyFilesCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert a recording or drawing to another format, and report what is lost.",
    discussion: """
      The output format is given by --format or inferred from the file name: \(FormatArgument.listedSuffixes). \
      Names ending in .touchreel.json, .drawsana.json, .excalidraw, .xopp (Xournal++), .inkml or .ndjson \
      (Quick, Draw!) are drawings. --range, --resolution, --rotate and --calibration become part of a converted recording. A recording becomes the drawing that render would draw with the same options, strokes in progress \
      included; a drawing is converted. Names ending in .csv, .jsonl or .npz are tables of the touches' samples. InkML and Quick, Draw! keep the times of a recording's touches. What a drawing holds that is not \
      understood stays in drawings of ours and of Drawsana; what any other loses is reported, one line for each kind.

        touchreel convert session.mcap session.yml
        touchreel convert session.mcap page.touchreel.json --at 12.5
        touchreel convert session.mcap notes.xopp
        touchreel convert event1.raw pen.mcap --device-like remarkable-2-pen
        touchreel convert session.mcap samples.csv
        touchreel convert study/*.mcap -o shared/ --anonymize --no-dates
        touchreel convert --json notes.xopp notes.excalidraw | jq '.losses[]'
        adb exec-out getevent -lt | touchreel convert - tap.mcap

      What comes through a pipe is written as it comes, and Ctrl-C ends it: the file can be read at any time, and a crash loses no more \
      than 100 ms. Only a drawing, a table for NumPy, evemu and libinput record of a device that is not described, and a table of a device whose range is neither \
      described nor stated need all of the input; they are written when the pipe has ended, or at Ctrl-C.
      """)

  @Argument(
    help: ArgumentHelp("The recording or drawing to convert, and the file to write.", valueName: "file"),
    completion: .recordings)
  var operands: [FileOperands]
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write, or a folder for any number of recordings.", valueName: "output"),
    completion: .file())
  var output: String?
  @Option(help: "The output format: \(ConversionArgument.listed).") var format: ConversionArgument?
  @Flag(name: .shortAndLong, help: "Convert all recordings in folders, into folders of the same names.")
  var recursive = false
  @Flag(help: "Strip serial numbers, host name, phys, uniq, and remarks.") var anonymize = false
  @Flag(help: "Move the recording's times so that the earliest is zero, without a date.") var noDates = false
  @Flag(help: "Print JSON: an object with what is lost, or an array of them for several recordings.") var json = false
  @OptionGroup(title: "Tables") var table: TableOptions
  @OptionGroup(title: "Drawings") var drawn: DrawnOptions
  @OptionGroup(title: "Drawings") var page: PageOption
  @OptionGroup var input: InputOptions
  @OptionGroup var replacing: OutputOptions

  var files: [String] { operands.flatMap(\.names) }

  func validate() throws {
    try drawn.surface.refuseFilmLimit()
    guard output != nil ? !files.isEmpty : files.count == 2 else {
      throw ValidationError(
        "Name what to convert and what to write: touchreel convert INPUT OUTPUT, or for several INPUTS… -o FOLDER.")
    }
    if recursive, output.map(FolderNames.isFolder) != true {
      throw ValidationError("-r converts into a folder; name one with -o that exists or ends in /.")
    }
    if json, (output ?? files[1]) == "-" {
      throw ValidationError("--json prints to standard output, where the result goes as well; name a file for it.")
    }
  }

  func run() throws {
    guard let output else { return try convert(files[0], to: files[1]) }
    if FolderNames.isFolder(output) {
      return try ConversionBatch(self, into: output).run()
    }
    guard files.count == 1 else {
      throw Failure(
        message: "\(output): is no folder for \(files.count) recordings; make it first, or end its name in /")
    }
    try convert(files[0], to: output)
  }

  private func convert(_ file: String, to output: String) throws {
    let target = try ConversionArgument.target(format, of: output)
    try refuseOptions(of: target, output)
    try replacing.refuse(output, readFrom: [file])
    if case .table = target {} else { try table.refuse(unless: false) }
    let bytes = try input.bytes(of: file)
    var report = ConversionReport(bytes.name, to: output, as: target)
    // What was noticed is said also where the rest fails.
    defer { if !json { report.warn() } }
    if case .table(let format) = target, try DrawingRows.reading(bytes, limits: input.limits.ink) != nil {
      let out = try OutputFile(path: FilePath(argument: output), existing: replacing.existing)
      try TableBatch(table.table(as: format, drawn.surface), nil, input).write(of: bytes, to: out)
    } else {
      try convert(bytes, to: target, output, &report)
    }
    if json { try Terminal.print(json: report) }
  }

  private func convert(
    _ bytes: any ByteSource, to target: ConversionArgument, _ output: String, _ report: inout ConversionReport
  ) throws {
    guard let pipe = bytes as? PipeBytes else { return try convert(whole: bytes, to: target, output, &report) }
    let interruption = try Interruption()
    defer { withExtendedLifetime(interruption) {} }
    var conversion = try PipeConversion(
      pipe, to: FilePath(argument: output), existing: replacing.existing, endedBy: interruption.readiness
    ) { [input] (inference, wait) throws(FileError) in
      try input.open(pipe, inferring: inference, wait: wait)
    }
    conversion.keepsDates = !noDates
    conversion.transforms = transforms(of: pipe.name, earliest: nil)
    guard try !write(conversion, of: pipe, as: target, &report) else { return }
    try convert(whole: conversion.whole, to: target, output, &report)
  }

  /// Writes what comes through a pipe, while it comes.
  ///
  /// - Returns: false if nothing was written, as all of the input is needed first.
  private func write(
    _ conversion: PipeConversion, of pipe: PipeBytes, as target: ConversionArgument,
    _ report: inout ConversionReport
  ) throws -> Bool {
    if case .drawing = target { return false }
    try input.refuseDrawing(pipe)
    switch target {
    case .drawing, .table(.npz): return false
    case .table(let format):
      return try conversion.write(table.table(as: format, drawn.surface)) { report.add(warnings: $0) }
    case .recording(let format):
      let isWritten = try conversion.record(
        as: format, clock: { MonotonicClock.now }, { report.add(warnings: $0) })
      guard isWritten else { return false }
      report.add(losses: losses(of: format))
      return true
    }
  }

  private func convert(
    whole bytes: any ByteSource, to target: ConversionArgument, _ output: String, _ report: inout ConversionReport
  ) throws {
    switch target {
    case .drawing(let kind):
      try DrawingOutput(kind: kind, page: page, drawn: drawn).write(
        bytes, to: output, input, replacing: replacing, &report)
    case .recording(let format): try convert(bytes, to: format, output, &report)
    case .table(let format): try write(table.table(as: format, drawn.surface), of: bytes, to: output, &report)
    }
  }

  private func write(
    _ table: RecordingTable, of bytes: any ByteSource, to output: String, _ report: inout ConversionReport
  ) throws {
    let recording = try input.open(bytes)
    let out = try table.output(to: OutputFile(path: FilePath(argument: output), existing: replacing.existing))
    let warnings = try table.write(recording) { (rows) throws(FileError) in try out.write(rows) }
    try out.commit()
    report.add(warnings: warnings)
  }

  private func convert(
    _ bytes: any ByteSource, to format: RecordingFormat, _ output: String, _ report: inout ConversionReport
  ) throws {
    let recording = try input.open(bytes)
    let losses = try losses(of: format, recording)
    let written = try rewriting(recording, as: format).writeShowingProgress(
      [recording], to: output, replacing: replacing)
    report.add(warnings: written.allWarnings, losses: written.allLosses + losses)
  }

  /// How a recording is written as another.
  func rewriting(_ recording: Recording, as format: RecordingFormat) throws(FileError) -> Rewrite {
    let earliest = noDates ? try recording.earliestTime() : nil
    var rewrite = Rewrite(to: format, transforms(of: recording.name, earliest: earliest))
    rewrite.keepsDates = !noDates
    try rewrite.describe(recording, with: input)
    return rewrite
  }

  /// What was stated and the format cannot hold, and what of the input no recording holds. It reads the input, and so
  /// comes before the output gets its name.
  func losses(of format: RecordingFormat, _ recording: Recording) throws(FileError) -> [String] {
    losses(of: format) + (try recording.membersLeftOut())
  }

  private func losses(of format: RecordingFormat) -> [String] {
    let stated = drawn.surface.mapping
    guard !format.keepsDescriptions, stated.range != nil || stated.resolution != nil else { return [] }
    return ["the range and resolution are left out; state them where the file is drawn"]
  }

  /// - Parameter earliest: the least time of the recording, if it is known.
  private func transforms(of file: String, earliest: Timestamp?) -> [any EntryTransform] {
    let stated = drawn.surface.mapping
    return (anonymize ? [Anonymizer()] : []) + (noDates ? [DateRemoval(from: earliest)] : [])
      + (stated.statesSurface ? [StatedSurface(stated, file: file)] : [])
  }

  /// Options that have no effect on the output would otherwise be ignored silently.
  func refuseOptions(of target: ConversionArgument, _ output: String) throws {
    let (options, reason) =
      switch target {
      case .recording:
        (
          (drawn.givenBesidesRecorded + page.given).names,
          "only drawings are drawn: .touchreel.json, .drawsana.json, .excalidraw, .xopp, .inkml, .ndjson"
        )
      case .drawing(.inkml) where anonymize:
        (["--anonymize"], "InkML that is converted to InkML keeps what it says of its device; other drawings name none")
      case .drawing(.quickdraw) where anonymize:
        (
          ["--anonymize"],
          "Quick, Draw! that is converted to its own format keeps its country and key; other drawings name no device"
        )
      case .drawing where anonymize: (["--anonymize"], "a drawing names no device")
      case .table where anonymize: (["--anonymize"], "a table has devices' names alone")
      case .drawing(.inkml) where noDates, .drawing(.quickdraw) where noDates:
        (["--no-dates"], "such a file that is converted to its own format keeps its dates; other drawings have none")
      case .drawing where noDates: (["--no-dates"], "a drawing says nothing of when it was made")
      case .table where noDates: (["--no-dates"], "the columns time and clock have no dates")
      case .table: ((drawn.givenBesidesSurface + page.given).names, "a table is not drawn")
      case .drawing:
        (
          drawn.givenForPictures.names + drawn.ink.givenForTints.map { "\($0.name) \($0.value)" },
          "a drawing cannot hold such ink"
        )
      }
    guard options.isEmpty else {
      throw Failure(message: "\(output): remove \(options.joined(separator: ", ")): \(reason)")
    }
  }
}
