import TouchReelByteStreams
import TouchReelEvdevDevices
import TouchReelInjection
import TouchReelInputEvents
import TouchReelRecordings
import TouchReelReplaying

// What the command line calls what the libraries advise: the one place where their errors get the names of options.

extension FileError {
  /// The error as it is printed: where, what is wrong, and what to do about it.
  var line: String {
    var error = self
    error.file = file.printableFileName
    return "\(error)\(ending)"
  }

  /// The same without where it is.
  var reason: String { message + ending }

  private var ending: String { advice.map { "; \($0.words)" } ?? "" }
}

extension InjectionError {
  /// The error as it is printed: what is wrong, and what to do about it.
  var line: String {
    switch self {
    case .node(let error): error.line
    case .recording(let error): error.line
    case .areaOutside(let target, let x, let y):
      "\(target): --area lies outside of it: x is \(x.minimum) to \(x.maximum), y \(y.minimum) to \(y.maximum)"
    default: advice.map { "\(self); \($0)" } ?? description
    }
  }

  private var advice: String? {
    switch self {
    case .deviceCount: "pass one --device for each, or remove devices with 'touchreel cut --device'"
    case .mismatch(_, _, let differences) where differences.allSatisfy(\.canBeScaled):
      "--scale fits the touches on it"
    case .unknownRange:
      "pass --description FILE (such as the output of getevent -lp or evemu-describe), --device-like NAME or "
        + "--range X0,X1,Y0,Y1"
    case .nothingToMove: "remove --rotate and --area"
    case .severalDevices(let recorded):
      "choose one with --devices: "
        + recorded.map { "\($0.number) \($0.description.name)" }.joined(separator: ", ")
    default: nil
    }
  }
}

extension DeviceError {
  /// The error as it is printed: what is wrong, and what to do about it.
  var line: String {
    switch problem {
    case .notTouch: "\(self); --force-device records it anyway"
    case .keyboard: "\(self); --keyboards allows it"
    default: description
    }
  }
}

extension Advice {
  fileprivate var words: String {
    switch self {
    case .raise(.pipeLength): "save it to a file and name that, or raise \(Advice.Limit.pipeLength.option)"
    case .raise(let limit): "\(limit.option) raises the limit"
    case .replace: "--force replaces it"
    case .size(let size): size.words
    case .thinnerStrokes: "state a smaller --width"
    case .plotHover: "--kind axes --hover plots it"
    case .fewerFrames: "raise --speed or lower --fps"
    case .smallerFilm: "raise --fit, or shorten the film with --duration, --max-pause or --to"
    case .withoutSurface: "remove --range, --resolution, --rotate, --calibration"
    case .useAsDescription: "name a recording of it, or pass this file as --description"
    case .splitAtDescription: "save what begins here as a file, and pass what is before with --description"
    case .pickDevice(let number): "pick one first with cut --device \(number)"
    case .keepTime(let touch): "use --around-touch \(touch)"
    }
  }
}

extension Advice.Limit {
  fileprivate var option: String {
    switch self {
    case .chunkSize: "--limits chunk=N"
    case .expansion: "--limits expansion=N"
    case .drawingSize: "--limits drawing=N"
    case .imageSize: "--limits image=N"
    case .pipeLength: "--limits pipe=N"
    }
  }
}

extension Advice.Size {
  fileprivate var words: String {
    switch self {
    case .other: "state another with --size"
    case .single: "state it with --size"
    case .smaller: "state fewer with --size"
    case .atMost(let side): "state a --size of at most \(side)"
    case .largerThanMargins: "state a smaller --margin or a larger --size"
    }
  }
}
