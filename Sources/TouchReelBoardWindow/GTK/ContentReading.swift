import CTouchReelGtk

/// Content that another program hands over, in one of the forms that it is offered in.
nonisolated struct ForeignBytes: Sendable {
  /// The media type.
  var type: String
  var bytes: [UInt8]

  /// Why nothing was read.
  enum Failure: Error {
    /// There is nothing of a known type.
    case nothing
    /// The program that offers it did not hand it over.
    case unreadable
    /// It is more than is read of anything.
    case tooLarge
  }
}

/// Reads what another program hands over part by part: it may be of any length, whatever the program says.
final class ContentReading {
  typealias Outcome = Result<ForeignBytes, ForeignBytes.Failure>

  private static let limit = 256 << 20
  private static let part = 256 << 10

  private let handle: (Outcome) -> Void
  private var stream: ObjectHolder?
  private var content = ForeignBytes(type: "", bytes: [])

  /// - Parameter handle: called once, later.
  init(_ handle: @escaping (Outcome) -> Void) { self.handle = handle }

  /// Kept until the next answer of GDK's.
  var retained: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  static func held(by pointer: UnsafeMutableRawPointer?) -> ContentReading? {
    pointer.map { Unmanaged<ContentReading>.fromOpaque($0).takeRetainedValue() }
  }

  /// - Parameter open: one of GDK's functions that finish opening a stream.
  func begin(
    _ open: (inout UnsafePointer<CChar>?, inout UnsafeMutablePointer<GError>?) -> UnsafeMutablePointer<GInputStream>?
  ) {
    var type: UnsafePointer<CChar>?
    var error: UnsafeMutablePointer<GError>?
    let opened = open(&type, &error)
    defer { error.map { g_error_free($0) } }
    guard let opened else {
      let isForeign = error.map { $0.pointee.code == CInt(G_IO_ERROR_NOT_SUPPORTED.rawValue) } ?? true
      return handle(.failure(isForeign ? .nothing : .unreadable))
    }
    stream = ObjectHolder(adopting: UnsafeMutableRawPointer(opened))
    content.type = type.map { String(cString: $0) } ?? ""
    readOn()
  }

  private func readOn() {
    guard let stream else { return }
    g_input_stream_read_bytes_async(
      stream.pointer.pointer(), gsize(Self.part), G_PRIORITY_DEFAULT, nil,
      { _, result, reading in
        nonisolated(unsafe) let (result, reading) = (result, reading)
        MainActor.assumeIsolated { ContentReading.held(by: reading)?.add(result) }
      }, retained)
  }

  private func add(_ result: OpaquePointer?) {
    guard let stream, let part = g_input_stream_read_bytes_finish(stream.pointer.pointer(), result, nil) else {
      return handle(.failure(.unreadable))
    }
    defer { g_bytes_unref(part) }
    var count = gsize(0)
    let start = g_bytes_get_data(part, &count)
    guard count > 0 else { return handle(content.bytes.isEmpty ? .failure(.nothing) : .success(content)) }
    guard content.bytes.count + Int(count) <= Self.limit else { return handle(.failure(.tooLarge)) }
    content.bytes += UnsafeRawBufferPointer(start: start, count: Int(count))
    readOn()
  }
}

/// Media types as GDK asks for them.
enum MediaTypes {
  /// Calls a closure with names that end with `NULL`, which are valid until it returns.
  static func with(_ types: [String], _ use: (UnsafeMutablePointer<UnsafePointer<CChar>?>) -> Void) {
    let names = types.map { g_strdup($0) }
    defer { for name in names { g_free(name) } }
    var pointers = names.map { UnsafePointer<CChar>($0) } + [nil]
    pointers.withUnsafeMutableBufferPointer { names in names.baseAddress.map(use) }
  }

  /// The best of those that are offered, or all where GDK has to find one: it turns texts of our own entries into
  /// bytes.
  static func offered(_ types: [String], by formats: OpaquePointer?) -> [String] {
    types.first { gdk_content_formats_contain_mime_type(formats, $0) != 0 }.map { [$0] } ?? types
  }
}
