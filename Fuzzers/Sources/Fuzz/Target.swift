import Glibc

/// What is fed with the fuzzer's bytes. `FUZZ_TARGET` names one; docs/testing.md says what each asserts.
enum Target: String, CaseIterable {
  case recordings, formats, mcap, salvage, edit, compare, pieces, seek, render, touches, surface, board, drawings, ink, png
  case koreader, sendevent
  case pythonEvdev = "python-evdev"
  case debugEvents = "debug-events"
  case xournal, image, paper, clipboard, study, plot, gzip

  /// Reads the bytes and asserts what the target asserts. An error with a message is a good end, of which nothing more
  /// is to be said.
  func run(_ bytes: [UInt8]) throws {
    switch self {
    case .recordings: try fuzzRecordings(bytes)
    case .formats: try fuzzFormats(bytes)
    case .mcap: try fuzzContainer(bytes)
    case .salvage: try fuzzSalvage(bytes)
    case .edit: try fuzzEditing(bytes)
    case .compare: try fuzzComparison(bytes)
    case .pieces: try fuzzPieces(bytes)
    case .seek: try fuzzSeeking(bytes)
    case .render: try fuzzRendering(bytes)
    case .touches: fuzzTouches(bytes)
    case .surface: fuzzSurface(bytes)
    case .board: try fuzzBoard(bytes)
    case .drawings: try fuzzDrawings(bytes)
    case .ink: try fuzzInk(bytes)
    case .png: try fuzzPNG(bytes)
    case .koreader, .sendevent, .pythonEvdev, .debugEvents: try fuzzFormat(rawValue, bytes)
    case .xournal: try fuzzXournal(bytes)
    case .image: try fuzzImage(bytes)
    case .paper: try fuzzPaper(bytes)
    case .clipboard: try fuzzClipboard(bytes)
    case .study: try fuzzStudy(bytes)
    case .plot: try fuzzPlot(bytes)
    case .gzip: try fuzzGzip(bytes)
    }
  }
}

private let target: Target = {
  let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = Target(rawValue: name) else {
    fail("FUZZ_TARGET is \"\(name)\"; it names one of \(Target.allCases.map(\.rawValue).joined(separator: ", "))")
  }
  return target
}()

/// With `FUZZ_SEEDS`, the program only writes the target's seeds to the folder of that name.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
  if getenv("FUZZ_LIST") != nil {
    for target in Target.allCases { print(target.rawValue) }
    exit(0)
  }
  if let folder = getenv("FUZZ_SEEDS") {
    let files = (1..<max(Int(count.pointee), 1)).compactMap { arguments.pointee[$0].map { String(cString: $0) } }
    target.writeSeeds(to: String(cString: folder), from: files)
    exit(0)
  }
  // What is set up once, such as the list of the system's fonts, is not the first input's time.
  do { try fuzzDrawings(drawingWithText) } catch {}
  return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ data: UnsafePointer<UInt8>, size: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: data, count: size))
  // Processor time, and the best of three, so that a busy machine raises no false alarm.
  var seconds = Double.infinity
  for _ in 0..<3 where seconds > secondsAllowed {
    let start = processorSeconds()
    run(bytes)
    seconds = min(seconds, processorSeconds() - start)
  }
  require(seconds <= secondsAllowed, "slow: \(size) bytes took \(seconds) s of processor time, three times in a row")
  return 0
}

/// Of processor time, for one input. Builds with another sanitizer besides, which are some times slower, are given more
/// by `FUZZ_SECONDS`.
private let secondsAllowed = getenv("FUZZ_SECONDS").flatMap { Double(String(cString: $0)) } ?? 1

private func run(_ bytes: [UInt8]) {
  do { try target.run(bytes) } catch {}
}

private func processorSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
