import Synchronization

/// What lies under all ink; the eraser never touches it.
package enum CanvasBackground: Hashable, Sendable {
  case color(PixelColor)
  case gradient(LinearGradient)
  /// An image on a colour, which shows around and through it.
  case image(PixelBuffer, BackgroundImageMode, on: PixelColor)
  /// A page of a PDF on a colour, by its index. It is not repeated.
  case page(PDFDocument, Int, BackgroundImageMode, on: PixelColor, in: PaperArea)
}

/// How a background image covers the canvas.
public enum BackgroundImageMode: String, Hashable, Sendable, CaseIterable {
  /// Repeated in its own size from the top left; a page of a PDF is there once, a board point to a point of it.
  case tile
  /// An image as large as fits, in the middle.
  case fit
  /// An image as small as covers everything, in the middle.
  case fill
}

/// A background made ready for a canvas of one size.
package struct PreparedBackground: Sendable {
  enum Source: Sendable {
    case color(UInt32)
    case gradient(LinearGradient.Ramp)
    case tiled(PixelBuffer, on: UInt32)
    case picture(PixelBuffer)
    case page(PaperPicture, on: UInt32)
    case printed(PrintedPaper)
  }

  let source: Source

  init(source: Source) { self.source = source }

  package init(_ background: CanvasBackground, size: PixelSize) {
    source =
      switch background {
      case .color(let color): .color(color.premultiplied)
      case .gradient(let gradient): .gradient(gradient.ramp(size: size))
      case .image(let image, _, on: let color) where image.pixels.isEmpty: .color(color.premultiplied)
      case .image(let image, .tile, on: let color): .tiled(image, on: color.premultiplied)
      case .image(let image, .fit, on: let color): .picture(image.scaled(toFit: size, on: color.premultiplied))
      case .image(let image, .fill, on: let color): .picture(image.scaled(toFill: size, on: color.premultiplied))
      case .page(let document, let page, let mode, on: let color, in: let area):
        .page(
          PaperPicture { document.picture(ofPage: page, in: area, mode, on: color) }, on: color.premultiplied)
      }
  }

  /// Whether it is opaque.
  var isOpaque: Bool {
    switch source {
    case .color(let pixel), .tiled(_, on: let pixel), .page(_, on: let pixel): pixel >> 24 == 255
    case .gradient(let ramp): ramp.isOpaque
    case .picture(let picture): picture.isOpaque
    case .printed(let paper): paper.background >> 24 == 255
    }
  }

  /// Whether it is one colour.
  var isPlain: Bool { if case .color = source { true } else { false } }

  /// Replaces a part of a row of the canvas.
  @inline(__always)
  func fillRow(_ row: UnsafeMutablePointer<UInt32>, y: Int, columns: Range<Int>) {
    switch source {
    case .color(let pixel):
      row.update(repeating: pixel, count: columns.count)
    case .gradient(let ramp):
      for x in columns { row[x - columns.lowerBound] = ramp.pixel(x: x, y: y) }
    case .tiled(let image, on: let pixel):
      row.update(repeating: pixel, count: columns.count)
      image.repeatRow(y % image.size.height, over: row, columns: columns)
    case .picture(let picture):
      picture.repeatRow(y, over: row, columns: columns)
    case .page(let page, on: _):
      page.picture.repeatRow(y, over: row, columns: columns)
    case .printed(let paper):
      paper.fillRow(row, y: y, columns: columns)
    }
  }

  /// Whether it is known at once that it has the same pixels as another one for a canvas of the same size.
  func isKnownToEqual(_ other: PreparedBackground) -> Bool {
    switch (source, other.source) {
    case (.color(let color), .color(let others)): color == others
    case (.printed(let paper), .printed(let others)): paper === others
    case (.page(let page, on: _), .page(let others, on: _)): page === others
    default: false
    }
  }
}

/// A page of a PDF, which is drawn when its pixels are first asked for: a recording turns over pages that no picture
/// shows.
final class PaperPicture: Sendable {
  private let draw: @Sendable () -> PixelBuffer
  private let drawn = Mutex<PixelBuffer?>(nil)

  init(_ draw: @escaping @Sendable () -> PixelBuffer) { self.draw = draw }

  var picture: PixelBuffer {
    drawn.withLock { drawn in
      let picture = drawn ?? draw()
      drawn = picture
      return picture
    }
  }
}

extension PixelBuffer {
  /// Composites the columns of one row over a row of the same columns; beyond the right end the row begins again.
  fileprivate func repeatRow(_ y: Int, over row: UnsafeMutablePointer<UInt32>, columns: Range<Int>) {
    guard 0..<size.height ~= y else { return }
    pixels.withUnsafeBufferPointer { buffer in
      guard let source = buffer.baseAddress else { return }
      var x = columns.lowerBound
      while x < columns.upperBound {
        let from = x % size.width
        let count = min(size.width - from, columns.upperBound - x)
        PixelKernels.best.over(row + (x - columns.lowerBound), source + y * size.width + from, count: count)
        x += count
      }
    }
  }
}
