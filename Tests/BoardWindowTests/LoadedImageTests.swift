import CTouchReelGtk
import Foundation
import SeededCases
import SystemPackage
import TestSupport
import Testing

@testable import TouchReelBoardWindow
@testable import TouchReelCanvas

/// Background images from cameras and painting programs, and truncated downloads.
@MainActor
final class LoadedImageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func load(_ bytes: [UInt8], as name: String) throws -> LoadedImage {
    try LoadedImage(FilePath(folder.write(bytes, to: name)))
  }

  /// 60×40 pixels of noise, as GdkPixbuf writes it.
  private func noise(_ format: String, alpha: Bool = false) -> [UInt8] {
    let picture = gdk_pixbuf_new(GDK_COLORSPACE_RGB, alpha ? 1 : 0, 8, 60, 40)
    defer { g_object_unref(UnsafeMutableRawPointer(picture)) }
    var random = SplitMix64(seed: 7)
    let count = Int(gdk_pixbuf_get_byte_length(picture))
    let pixels = UnsafeMutableBufferPointer(start: gdk_pixbuf_get_pixels(picture), count: count)
    for place in pixels.indices { pixels[place] = UInt8(truncatingIfNeeded: random.next()) }
    var (file, length) = (UnsafeMutablePointer<gchar>?.none, gsize(0))
    gdk_pixbuf_save_to_bufferv(picture, &file, &length, format, nil, nil, nil)
    defer { g_free(file) }
    return Array(UnsafeRawBufferPointer(start: file, count: Int(length)))
  }

  @Test func `Images are distinguished from recordings by their names`() {
    #expect(["a.png", "b.JPG", "c d.webp", "e.tar.svg"].allSatisfy { LoadedImage.hasImageName(FilePath($0)) })
    #expect(["a.mcap", "png", "b.json", "c.", "d.png.evemu"].allSatisfy { !LoadedImage.hasImageName(FilePath($0)) })
  }

  @Test(arguments: ["png", "jpeg", "tiff"])
  func `A whole picture is read, a truncated one is refused with a message`(_ format: String) throws {
    let whole = noise(format)
    #expect(try load(whole, as: "whole.\(format)").pixels.size == PixelSize(width: 60, height: 40))
    for share in [0.5, 0.9, 0.99] {
      let part = Array(whole.prefix(Int(Double(whole.count) * share)))
      let problem = #expect(throws: ImageProblem.self) { _ = try load(part, as: "part.\(format)") }
      #expect(problem?.description.hasPrefix("part.\(format) is ") == true)
    }
  }

  @Test func `Bytes after a JPEG's end are ignored, and the end of its preview is not its own`() throws {
    let whole = noise("jpeg")
    #expect(throws: Never.self) { _ = try load(whole + Array("a film".utf8), as: "film.jpeg") }
    // A preview within an APP1 segment.
    let preview = noise("jpeg")
    let segment = [0xFF, 0xE1, UInt8((preview.count + 2) >> 8), UInt8((preview.count + 2) & 255)] + preview
    var both = whole
    both.insert(contentsOf: segment, at: 2)
    #expect(!JPEGFile.isTruncated(both) && JPEGFile.isTruncated(Array(both.dropLast(2))))
    for count in 3..<both.count where !JPEGFile.isTruncated(Array(both.prefix(count))) {
      Issue.record("\(count) of \(both.count) bytes are taken for all")
    }
  }

  @Test func `An image larger than memory is rejected by its header or its length`() throws {
    var huge = noise("png")
    huge.replaceSubrange(16..<24, with: [0, 0, 0x9C, 0x40, 0, 0, 0x9C, 0x40])
    huge.replaceSubrange(29..<33, with: huge[12..<29].withUnsafeBytes(crc32).bigEndianBytes)
    let problem = #expect(throws: ImageProblem.self) { _ = try load(huge, as: "huge.png") }
    #expect(problem?.description == "huge.png is too large: 40000 × 40000 pixels.")
    let long = folder.url("long.png")
    try Data(noise("png")).write(to: long)
    // A sparse gigabyte.
    #expect(truncate(long.path, 1 << 30) == 0)
    let tooLong = #expect(throws: ImageProblem.self) { _ = try LoadedImage(FilePath(long.path)) }
    #expect(tooLong?.description == "long.png is too large: 1024 MB.")
  }

  @Test func `Transparency is kept, and a replay has the same pixels`() throws {
    let image = try load(noise("png", alpha: true), as: "clear.png")
    #expect(Set(image.pixels.pixels.map { $0 >> 24 }).count > 200)
    #expect(try PixelBuffer(png: image.png) == image.pixels)
  }

  @Test func `A photograph is rotated as the camera was held`() throws {
    // Exif, little-endian, with one entry: Orientation 6, to be rotated clockwise by 90°.
    let exif: [UInt8] =
      Array("Exif\0\0II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]
    let whole = noise("jpeg")
    let turned = whole.prefix(2) + [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + whole.dropFirst(2)
    #expect(try load(Array(turned), as: "photo.jpg").pixels.size == PixelSize(width: 40, height: 60))
  }
}
