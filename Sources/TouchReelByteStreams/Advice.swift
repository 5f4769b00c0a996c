/// What whoever runs a program can do about an error. Each program has its own words for it, such as the name of an
/// option.
package enum Advice: Hashable, Sendable {
  /// What a reader accepts at most.
  package enum Limit: Hashable, Sendable {
    case chunkSize, expansion, drawingSize, imageSize, pipeLength
  }

  /// How a picture's size is stated.
  package enum Size: Hashable, Sendable {
    /// Another than the one that follows from the surface.
    case other
    /// One for all pictures.
    case single
    /// A smaller one.
    case smaller
    /// One of at most so many pixels on a side.
    case atMost(Int)
    /// A larger one, or a smaller margin.
    case largerThanMargins
  }

  /// Raise a limit.
  case raise(Limit)
  /// Replace the file that is there.
  case replace
  /// State a size.
  case size(Size)
  /// State a smaller width of strokes.
  case thinnerStrokes
  /// Plot what hovers, with the axes.
  case plotHover
  /// Make a film of fewer frames.
  case fewerFrames
  /// Allow a film more bytes, or make it shorter.
  case smallerFilm
  /// Leave out what was stated of the surface.
  case withoutSurface
  /// Name a recording, or use this file as the description of one.
  case useAsDescription
  /// Save the rest of a text as a file, and use its beginning as a description.
  case splitAtDescription
  /// Write one device alone, by its number.
  case pickDevice(Int)
  /// Keep the time of a touch, by its number, instead of the touch.
  case keepTime(ofTouch: Int)
}
