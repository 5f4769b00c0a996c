public import ArgumentParser
import SystemPackage
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
public import TouchReelReplaying
import TouchReelTouchTracking
import TouchReelWindowArguments

extension ReplayTime: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }

  /// Refuses a part that is empty in every recording.
  static func requireOrder(_ from: ReplayTime?, _ to: ReplayTime?) throws {
    if case .span(let first)? = from, case .span(let last)? = to, first >= last {
      throw ValidationError("--from is not before --to.")
    }
  }
}

/// A margin: pixels, or `5%` of the longer side.
struct MarginArgument: ExpressibleByArgument, OptionValue {
  var margin: Crop.Margin

  init?(argument: String) {
    let isShare = argument.hasSuffix("%")
    guard let number = Double(isShare ? String(argument.dropLast()) : argument), (0...10_000).contains(number) else {
      return nil
    }
    guard !isShare || number <= 100 else { return nil }
    margin = isShare ? .share(number / 100) : .pixels(number)
  }

  var optionText: String {
    switch margin {
    case .pixels(let count): "\(count)"
    case .share(let share): "\(share) of the side"
    }
  }
}

/// A picture's size in pixels, as WIDTHxHEIGHT.
struct SizeArgument: ExpressibleByArgument, OptionValue {
  var size: PixelSize

  init(_ size: PixelSize) { self.size = size }

  init?(argument: String) {
    let parts = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]) else { return nil }
    size = PixelSize(width: width, height: height)
  }

  var optionText: String { "\(size.width)x\(size.height)" }

  static let limit = 20_000

  var isPossible: Bool { (1...Self.limit).contains(size.width) && (1...Self.limit).contains(size.height) }
}
