import ArgumentParser
import Glibc
import Synchronization
import SystemPackage
import TouchReelByteStreams
import TouchReelExporting
import TouchReelRecordingFormats
import TouchReelRecordings

/// Many recordings, each of which becomes one in a folder, by as many threads as the machine runs at once.
struct ConversionBatch: Sendable {
  private struct Conversion: Sendable {
    var index: Int
    var file: String
    var output: String
    /// Whether the file was found in a folder, and so need not be a recording.
    var isFound: Bool
  }

  private struct Conversions: WorkSource {
    let all: [Conversion]
    private var index = 0

    init(_ all: [Conversion]) { self.all = all }

    mutating func next() -> Conversion? {
      guard index < all.count else { return nil }
      defer { index += 1 }
      return all[index]
    }

    var progress: Double { Double(index) / Double(max(all.count, 1)) }
  }

  private let convert: Convert
  private let format: RecordingFormat
  private let all: [Conversion]

  /// - Throws: if the command is for no recordings, or two of them would have one name.
  init(_ convert: Convert, into folder: String) throws {
    guard case .recording(let format) = convert.format ?? .recording(.mcap) else {
      throw Failure(message: "\(folder): several recordings become recordings; render draws them, dump makes a table")
    }
    try convert.refuseOptions(of: .recording(format), folder)
    self.convert = convert
    self.format = format
    let output = FilePath(argument: folder).lexicallyNormalized()
    let names = try FolderNames(
      convert.files, into: folder, isRecursive: convert.recursive, suffix: format.newSuffix, verb: "convert")
    all = names.all.filter { source in
      // What a run before has made is nothing to convert.
      !source.isFound || !FilePath(argument: source.file).lexicallyNormalized().starts(with: output)
    }.enumerated().map {
      Conversion(index: $0, file: $1.file, output: FilePath(folder).pushing($1.name).string, isFound: $1.isFound)
    }
    try makeFolder(FilePath(argument: folder))
    for folder in Set(all.filter(\.isFound).map { FilePath(argument: $0.output).removingLastComponent() }) {
      try FileTree.makeFolder(folder)
    }
  }

  func run() throws {
    let reports = ConversionReports()
    let isWhole = FileBatch.run(Conversions(all), threads: min(FileBatch.cores, all.count), title: "Converting") {
      report(on: $0, reports)
    }
    if convert.json { try Terminal.print(json: reports.inOrder) }
    if !isWhole { throw ExitCode.failure }
  }

  private func report(on conversion: Conversion, _ reports: ConversionReports) -> BatchReport {
    var report = BatchReport()
    report.noteErrors(of: conversion.file) { report in
      let bytes = try convert.input.bytes(of: conversion.file)
      if conversion.isFound, try isNothingToConvert(bytes, &report) { return }
      let recording = try convert.input.open(bytes)
      try convert.replacing.refuse(conversion.output, readFrom: [conversion.file])
      let losses = try convert.losses(of: format, recording)
      let written = try convert.rewriting(recording, as: format).write(
        [recording], to: FilePath(argument: conversion.output), existing: convert.replacing.existing)
      var found = ConversionReport(recording.name, to: conversion.output, as: .recording(format))
      found.add(warnings: written.allWarnings, losses: written.allLosses + losses)
      if convert.json { reports.add(found, at: conversion.index) } else { found.add(to: &report) }
    }
    return report
  }
}

extension ConversionBatch {
  /// Whether a file that was found in a folder is something else than a recording, which the report then says.
  private func isNothingToConvert(_ bytes: any ByteSource, _ report: inout BatchReport) throws -> Bool {
    if try DrawingInput.begins(bytes, convert.input) {
      report.warn(["is a drawing, which is not converted with recordings"], of: bytes.name)
      return true
    }
    do throws(FileError) {
      _ = try Recording.recognize(bytes)
      return false
    } catch {
      if error.isOfReading { throw error }
      report.passedOver = 1
      return true
    }
  }
}

/// What is reported of the files, for JSON: in their order, whoever is first.
private final class ConversionReports: Sendable {
  private let reports = Mutex<[Int: ConversionReport]>([:])

  func add(_ report: ConversionReport, at index: Int) { reports.withLock { $0[index] = report } }

  var inOrder: [ConversionReport] { reports.withLock { $0.sorted { $0.key < $1.key }.map(\.value) } }
}

/// Makes a folder if it is not there yet; what it lies in has to be.
private func makeFolder(_ folder: FilePath) throws {
  guard folder.withPlatformString({ mkdir($0, 0o777) }) != 0, errno != EEXIST else { return }
  throw Failure(message: "\(folder): cannot be made: \(Errno(rawValue: errno)); make it first")
}
