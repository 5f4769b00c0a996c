import Foundation
import SystemPackage
import TestSupport
import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawingFiles
import TouchReelDrawings
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

  private func opened(_ path: FilePath) throws -> (drawing: Drawing, image: BackgroundImage?, warnings: [String]) {
    let reading = try InitialContent.file(path).read(TaskProgress())
    guard case .drawing(let drawing, let image) = reading.content else { throw ImageProblem(description: "no drawing") }
    return (drawing, image, reading.warnings)
  }

  @Test func `The image lies beside the drawing under its name, and is there when that is opened`() throws {
    let id = ImageID(rawValue: String(repeating: "0a", count: 32))
    let path = FilePath(folder.path("page.touchreel.json"))
    #expect(try SavedContent.drawing(board(id).saved, .touchreel).write(to: path) == [])
    #expect(FileManager.default.fileExists(atPath: folder.path(id.rawValue + ".png")))
    let (drawing, image, warnings) = try opened(path)
    #expect(drawing.finalBackground == .image(id, .fit, on: .white) && image?.id == id && warnings.isEmpty)
    #expect(try PixelBuffer(png: image?.png ?? []) == pixels)
  }

  @Test func `A drawing whose image is gone opens with a warning`() throws {
    let id = ImageID(rawValue: String(repeating: "0a", count: 32))
    let path = FilePath(folder.path("page.touchreel.json"))
    _ = try SavedContent.drawing(board(id).saved, .touchreel).write(to: path)
    try FileManager.default.removeItem(atPath: folder.path(id.rawValue + ".png"))
    let (_, image, warnings) = try opened(path)
    #expect(image == nil && warnings == ["the image of the background was not found next to the drawing"])
  }
}
