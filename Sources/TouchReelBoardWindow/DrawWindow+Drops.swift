import SystemPackage
import TouchReelExporting
import TouchReelLiveDrawing

/// What is dropped on the window.
extension DrawWindow {
  /// More files at once than these are not opened: each has a window.
  private static let openedLimit = 8

  func acceptContent() {
    ContentDrop.accept(PastedContent.mediaTypes, before: PastedContent.text, on: window) { [weak self] in
      self?.handle($0, at: $1)
    }
  }

  func handle(_ dropped: Dropped, at point: DropPoint) {
    let target = point.point(on: canvas.widget).map { SurfacePoint(x: $0.x, y: $0.y) }
    switch dropped {
    case .content(let outcome): paste(outcome, at: target)
    case .files(let paths):
      if paths.contains(nil) { notices.banner(translated("What was dropped is not on this computer."), .first) }
      handle(paths.compactMap(\.self), at: target)
    }
  }

  /// Puts images on the board, and opens other files.
  func handle(_ files: [FilePath], at target: SurfacePoint?) {
    if let other = files.first(where: { !$0.isRegularFile }) {
      notices.banner(translated("%s is not a file that can be opened.", other.fileName), .first)
    }
    let readable = files.filter(\.isRegularFile)
    let images = readable.filter(LoadedImage.hasImageName)
    if !images.isEmpty { put(images.map { .image($0) }, at: target) }
    let others = readable.filter { !LoadedImage.hasImageName($0) }
    if others.count > Self.openedLimit {
      notices.banner(translated("Only %s files are opened at once.", "\(Self.openedLimit)"), .first)
    }
    // A window in which nothing was done gives way to what is opened, unless images come into it.
    for path in others.prefix(Self.openedLimit) { if images.isEmpty { open(path) } else { application.open(path) } }
  }
}
