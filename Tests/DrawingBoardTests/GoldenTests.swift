import FoundationEssentials
import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelTouchTracking

/// Pictures that were looked at once and must not change. See Golden/README.md.
struct GoldenTests {
  struct Scene: Sendable, CustomTestStringConvertible {
    let name: String
    let steps: [Gesture]

    /// - Parameter parts: one after the other. A sum of so many arrays takes the compiler long.
    init(_ name: String, _ parts: [Gesture]...) { (self.name, steps) = (name, Array(parts.joined())) }

    var testDescription: String { name }
  }

  private static let teal = PixelColor(red: 0, green: 128, blue: 128, alpha: 160)
  private static let sand = PixelColor(red: 230, green: 200, blue: 140)

  /// Drawn without Cairo: the same on every processor and system.
  static let scenes = [
    Scene(
      "pencil",
      [Gesture.set(\.width, 7), .set(\.color, teal)],
      stroke(1, (10, 20), (50, 12), (84, 40), (40, 60), (12, 44), (60, 20), (86, 84)),
      [Gesture.set(\.smoothing, .none), .set(\.width, 1.5)],
      stroke(2, (8, 88), (30, 70), (40, 90), (60, 72))),
    Scene(
      "pressure",
      [Gesture.set(\.width, 16)],
      [down(Gesture.Finger(1, tool: .pen, pressure: 0.1), at: (12, 48))],
      (1...8).map { step in
        move(
          Gesture.Finger(1, tool: .pen, pressure: Double(step) / 8),
          to: (12 + Double(step) * 9, step.isMultiple(of: 2) ? 30 : 66))
      },
      [up(1)]),
    Scene(
      "eraser-on-gradient",
      [.command(.background(.gradient(from: .white, to: sand, angle: 30))), .set(\.width, 24)],
      stroke(1, (10, 30), (86, 30)),
      stroke(2, (10, 70), (86, 70)),
      [Gesture.set(\.tool, .eraser), .set(\.width, 10)],
      stroke(3, (48, 6), (40, 48), (56, 90))),
    Scene(
      "outlines",
      [Gesture.set(\.width, 4), .set(\.tool, .rectangle), .set(\.color, teal)],
      stroke(1, (40, 44), (8, 8)),
      [Gesture.set(\.tool, .ellipse)],
      stroke(2, (50, 8), (88, 36)),
      [Gesture.set(\.tool, .line), .set(\.width, 1)],
      stroke(3, (8, 56), (88, 64)),
      [Gesture.set(\.tool, .dashedLine), .set(\.width, 3)],
      stroke(4, (8, 84), (88, 72))),
    Scene(
      "polygons",
      [Gesture.set(\.width, 3), .set(\.color, teal), .set(\.tool, .triangle)],
      stroke(1, (4, 4), (34, 34)),
      [Gesture.set(\.tool, .pentagon)],
      stroke(2, (92, 34), (62, 4)),
      [Gesture.set(\.tool, .star)],
      stroke(3, (4, 92), (46, 44)),
      [Gesture.set(\.pattern, .dashed), .set(\.width, 1.5), .set(\.tool, .ngon)],
      stroke(4, (50, 50), (92, 92))),
  ]

  /// Drawn with the help of Cairo, whose pixels change with its version.
  static let cairoScenes = [
    Scene(
      "filled",
      [Gesture.set(\.width, 5), .set(\.fill, sand), .set(\.color, teal), .set(\.tool, .rectangle)],
      stroke(1, (10.5, 10.25), (60, 52)),
      [Gesture.set(\.tool, .ellipse)],
      stroke(2, (30, 34), (88, 86))),
    Scene(
      "arrows",
      [Gesture.set(\.width, 5), .set(\.color, teal), .set(\.tool, .arrow)],
      stroke(1, (10, 80), (70, 20)),
      [Gesture.set(\.width, 2), .set(\.pattern, .dashed), .set(\.cap, .butt)],
      stroke(2, (90, 50), (30, 88))),
    Scene(
      "angle",
      [Gesture.set(\.width, 4), .set(\.color, teal), .set(\.tool, .angle)],
      stroke(1, (14, 60), (90, 70)),
      stroke(2, (50, 50), (50, 6))),
    Scene(
      "text",
      [
        .set(\.color, teal), .set(\.tool, .text), .set(\.font, TextFont(family: "DejaVu Serif", size: 17)),
      ],
      stroke(1, (48, 24)),
      [.command(.text("Ink, dry\nor wet")), .command(.endText)],
      stroke(2, (48, 70)),
      [.command(.text("turned")), .set(\.tool, .selection)],
      stroke(3, (48, 70)),
      // The handle keeps 36 from the centre (48, 70): from there on, an eighth of a turn back.
      stroke(4, (84, 106), (99, 70)),
      [.command(.deselect)]),
    Scene(
      "selection",
      [Gesture.set(\.width, 5), .set(\.color, teal), .set(\.fill, sand), .set(\.tool, .rectangle)],
      stroke(1, (30, 30), (66, 60)),
      [Gesture.set(\.marks, .shown), .set(\.tool, .selection)],
      stroke(2, (48, 45)),
      [down(3, at: (84, 81)), move(3, to: (92, 60))]),
    Scene(
      "joins",
      [Gesture.set(\.width, 9), .set(\.color, teal), .set(\.fill, sand), .set(\.join, .miter)],
      [Gesture.set(\.tool, .star)],
      stroke(1, (2, 8), (60, 66)),
      [
        .set(\.join, .bevel), .set(\.tool, .triangle),
      ],
      stroke(2, (40, 38), (94, 92))),
  ]

  @Test(arguments: scenes)
  func `The scene looks as it did`(scene: Scene) throws { try compare(scene) }

  @Test(.enabled(if: isDebian12, "Cairo's pixels are golden on Debian 12 only"), arguments: cairoScenes)
  func `The filled scene looks as it did`(scene: Scene) throws { try compare(scene) }

  private func compare(_ scene: Scene) throws {
    let pixels = try Bench(scene.steps).pixels
    let file = Self.folder + scene.name + ".png"
    if ProcessInfo.processInfo.environment["TOUCHREEL_UPDATE_GOLDEN"] == "1" {
      try Data(pixels.png()).write(to: URL(filePath: file))
    }
    let golden = try PixelBuffer(png: Array(Data(contentsOf: URL(filePath: file))))
    let difference = pixels.difference(from: golden)
    #expect(difference == nil, "\(scene.name): \(difference ?? "")")
  }

  private static let folder = String(#filePath.dropLast("GoldenTests.swift".count)) + "Golden/"

  private static let isDebian12: Bool = {
    guard let text = try? String(contentsOf: URL(filePath: "/etc/os-release"), encoding: .utf8) else { return false }
    let lines = text.split(separator: "\n")
    return lines.contains("ID=debian") && lines.contains("VERSION_ID=\"12\"")
  }()
}
