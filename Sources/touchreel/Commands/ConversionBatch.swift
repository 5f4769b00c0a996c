import ArgumentParser
import ByteStreams
import Glibc
import RecordingFormats
import Recordings
import SystemPackage

/// Many recordings, each of which becomes one in a folder, by as many threads as the machine runs at once.
struct ConversionBatch: Sendable {
  private struct Conversion: Sendable {
    var file: String
    var output: String
  }

  private struct Conversions: WorkSource {
    let all: [Conversion]
    private var place = 0

    init(_ all: [Conversion]) { self.all = all }

    mutating func next() -> Conversion? {
      guard place < all.count else { return nil }
      defer { place += 1 }
      return all[place]
    }

    var progress: Double { Double(place) / Double(max(all.count, 1)) }
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
    all = try FolderNames(convert.files, suffix: format.suffix, verb: "convert").all.map { source in
      Conversion(file: source.file, output: FilePath(folder).pushing(source.name).string)
    }
    try makeFolder(FilePath(argument: folder))
  }

  func run() throws {
    let isWhole = FileBatch.run(Conversions(all), threads: min(FileBatch.cores, all.count), title: "Converting") {
      report(on: $0)
    }
    if !isWhole { throw ExitCode.failure }
  }

  private func report(on conversion: Conversion) -> BatchReport {
    var report = BatchReport()
    report.noteErrors(of: conversion.file) { report in
      let recording = try convert.input.open(conversion.file)
      try convert.replacing.refuse(conversion.output, readFrom: [conversion.file])
      let (warnings, losses) = try convert.rewriting(recording, as: format).write(
        [recording], to: conversion.output, replacing: convert.replacing)
      report.warn(warnings, of: recording.name)
      report.warn(losses + convert.losses(of: format), of: conversion.output)
    }
    return report
  }
}

/// Makes a folder if it is not there yet; what it lies in has to be.
private func makeFolder(_ folder: FilePath) throws {
  guard folder.withPlatformString({ mkdir($0, 0o777) }) != 0, errno != EEXIST else { return }
  throw Failure(message: "\(folder): cannot be made: \(Errno(rawValue: errno)); make it first")
}

extension RecordingFormat {
  /// Of the names of its files.
  fileprivate var suffix: String {
    switch self {
    case .libinput: "yml"
    default: rawValue
    }
  }
}
