import CTouchReelGtk
import Glibc
import SystemPackage
import TouchReelByteStreams
import TouchReelLiveDrawing
import TouchReelRecordings

/// A palette that was opened, in plain text what is wrong with it, and the copy of it that the next start begins with.
nonisolated struct OpenedPalette: Sendable {
  let palette: GimpPalette
  /// `nil` if every line could be used.
  let complaint: String?

  /// Problems beyond these are not named.
  private static let namedLines = 8

  init(_ path: FilePath) throws(ImageProblem) {
    let name = path.fileName
    do throws(FileError) {
      let bytes = try FileBytes(path: path).everything(limit: GimpPalette.byteLimit)
      palette = try Self.palette(bytes, name: name)
    } catch {
      throw ImageProblem(description: error.description)
    }
    complaint = Self.complaint(about: palette.problems, in: name)
  }

  private static func palette(_ bytes: [UInt8], name: String) throws(FileError) -> GimpPalette {
    do throws(GimpPalette.Failure) {
      return try GimpPalette(bytes)
    } catch {
      let message =
        switch error {
        case .notAPalette: translated("it is not a palette of GIMP")
        case .noColors: translated("it has no colours")
        case .tooLong: translated("it is too long for a palette")
        }
      throw FileError(file: name, message: message)
    }
  }

  static func complaint(about problems: [GimpPalette.Problem], in name: String) -> String? {
    let wrong = problems.filter { $0.reason != .tooMany }
    var sentences: [String] = []
    if !wrong.isEmpty {
      let lines = wrong.prefix(namedLines).map { "\($0.line)" }.joined(separator: ", ")
      let rest = wrong.count > namedLines ? "…" : ""
      sentences.append(translated("Lines of %s that are no colours were left out: %s", name, lines + rest))
    }
    if wrong.count < problems.count {
      sentences.append(translated("Only the first %s colours of %s are used", "\(GimpPalette.colorLimit)", name))
    }
    return sentences.isEmpty ? nil : sentences.joined(separator: ". ")
  }
}

/// The palette that is kept between starts, as a file beside the other choices.
enum KeptPalette {
  private static var path: String { Preferences.folder + "/palette.gpl" }

  static var current: GimpPalette? {
    get {
      guard let bytes = try? FileBytes(path: FilePath(path)).everything(limit: GimpPalette.byteLimit) else {
        return nil
      }
      return try? GimpPalette(bytes)
    }
    set {
      guard let newValue else {
        _ = unlink(path)
        return
      }
      g_mkdir_with_parents(Preferences.folder, 0o700)
      // If it cannot be written, it is gone at the next start; nothing else depends on it.
      let bytes = newValue.bytes
      bytes.withUnsafeBytes { buffer in
        _ = g_file_set_contents(path, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count, nil)
      }
    }
  }
}
