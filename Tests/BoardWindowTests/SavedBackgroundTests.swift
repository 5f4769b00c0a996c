import Foundation
import SystemPackage
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawingFiles
import TouchReelDrawings
import TouchReelExporting
import TouchReelTouchTracking

@testable import TouchReelBoardWindow

/// Drawings that a window saves with the image of their background, and opens again.
@MainActor
final class SavedBackgroundTests {
  private let folder: TemporaryFolder
  private let pixels = PixelBuffer(size: PixelSize(width: 3, height: 2), filledWith: 0xFF12_3456)

  init() throws { folder = try TemporaryFolder() }

  private func board(_ id: ImageID) throws -> Board {
    var board = try Board(size: BoardSize(width: 30, height: 20))
    board.provide(pixels, as: id)
    try board.handle(.background(.image(id, .fit, on: .white)))
    return board
  }

  private func opened(_ path: FilePath) throws -> (drawing: Drawing, image: BackgroundFile?, warnings: [String]) {
    let reading = try InitialContent.file(path).read(TaskProgress())
    guard case .drawing(let drawing, let files) = reading.content else {
      throw ImageProblem(description: "no drawing")
    }
    return (drawing, files.first, reading.warnings)
  }

  private func pixels(of file: BackgroundFile) throws -> PixelBuffer {
    guard case .image(let png) = file.content else { throw ImageProblem(description: "no image") }
    return try PixelBuffer(png: png)
  }

  @Test func `The image is in the drawing, and is there when that is opened elsewhere`() throws {
    let id = ImageID(rawValue: String(repeating: "0a", count: 32))
    let path = FilePath(folder.path("page.touchreel.json"))
    #expect(try SavedContent.drawing(board(id).saved, .touchreel).write(to: path) == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == ["page.touchreel.json"])
    let (drawing, image, warnings) = try opened(path)
    #expect(drawing.finalBackground == .image(id, .fit, on: .white) && image?.id == id && warnings.isEmpty)
    #expect(try image.map(pixels(of:)) == pixels)
  }

  @Test func `Each page keeps its image`() throws {
    let (first, second) = (ImageID(rawValue: String(repeating: "0a", count: 32)), ImageID(rawValue: "/a/path"))
    var board = try board(first)
    let others = PixelBuffer(size: PixelSize(width: 2, height: 2), filledWith: 0xFF65_4321)
    board.provide(others, as: second)
    try board.handle(.page(.add(NewPage(paper: Paper(background: .image(second, .tile, on: .white))))))
    let path = FilePath(folder.path("pages.touchreel.json"))
    #expect(try SavedContent.drawing(board.saved, .touchreel).write(to: path) == [])
    let reading = try InitialContent.file(path).read(TaskProgress())
    guard case .drawing(let drawing, let files) = reading.content else {
      throw ImageProblem(description: "no drawing")
    }
    #expect(drawing.pageCount == 2 && reading.warnings.isEmpty)
    let found = try files.map(pixels(of:))
    #expect(found.count == 2 && found.contains(pixels) && found.contains(others))
    #expect(drawing.finalBackground.imageID == ImageID(of: others.png()))
  }

  @Test func `An image that is too large lies beside the drawing under its name, which is said`() throws {
    let id = ImageID(rawValue: String(repeating: "0a", count: 32))
    let path = FilePath(folder.path("page.touchreel.json"))
    let saved = try board(id).saved
    let losses = try saved.written(as: .touchreel, to: path, existing: .replaced, imageLimit: 10).losses
    let name = id.rawValue + ".png"
    #expect(losses == ["the background's image is too large for the drawing, and lies beside it as \(name)"])
    #expect(FileManager.default.fileExists(atPath: folder.path(name)))
    let (_, image, warnings) = try opened(path)
    #expect(warnings.isEmpty)
    #expect(try image.map(pixels(of:)) == pixels)
  }

  @Test func `A drawing of an older version finds its image beside it`() throws {
    let id = ImageID(rawValue: String(repeating: "0a", count: 32))
    let path = FilePath(folder.path("page.touchreel.json"))
    try Data(DrawingFile(board(id).drawing).json()).write(to: URL(fileURLWithPath: path.string))
    try Data(pixels.png()).write(to: URL(fileURLWithPath: folder.path(id.rawValue + ".png")))
    #expect(try opened(path).image?.id == id)
  }

  @Test func `A drawing whose image is gone opens with a warning`() throws {
    let id = ImageID(rawValue: String(repeating: "0a", count: 32))
    let path = FilePath(folder.path("page.touchreel.json"))
    try Data(DrawingFile(board(id).drawing).json()).write(to: URL(fileURLWithPath: path.string))
    let (_, image, warnings) = try opened(path)
    #expect(image == nil && warnings == ["the image of the background was not found next to the drawing"])
  }
}
