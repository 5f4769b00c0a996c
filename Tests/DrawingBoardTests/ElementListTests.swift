import SeededCases
import Testing
import TouchReelCanvas
import TouchReelTouchTracking

@testable import TouchReelDrawingBoard
@testable import TouchReelDrawings

/// Elements found by their numbers, beside a dictionary that is sorted anew.
struct ElementListTests {
  private func element(_ number: Int, isErasure: Bool) -> Element {
    let vertex = StrokePath.Vertex(BoardPoint(x: Double(number), y: 1), width: 2)
    let path = StrokePath(from: vertex)
    return Element(
      id: ElementID(rawValue: number),
      content: isErasure
        ? .erasure(Erasure(path: path)) : .shape(PlacedShape(.pen(PenShape(path: path, color: .black)))))
  }

  @Test(arguments: PropertySeeds.from(0xE1E, count: 4))
  func `It is a sorted dictionary`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var list = ElementList()
    var model: [ElementID: Element] = [:]
    for step in 0..<2_000 {
      let number = Int.random(in: 1...1_500, using: &random)
      let id = ElementID(rawValue: step < 1_000 ? step + 1 : number)
      if step < 1_000 || Bool.random(using: &random) {
        let new = element(id.rawValue, isErasure: id.rawValue.isMultiple(of: 3))
        list.insert(new)
        model[id] = new
      } else {
        #expect(list.remove(id) == model.removeValue(forKey: id), "seed \(seed), step \(step)")
      }
      #expect(list[id] == model[id], "seed \(seed), step \(step)")
    }
    let sorted = model.values.sorted { $0.id < $1.id }
    #expect(Array(list.elements) == sorted, "seed \(seed)")
    let isRight = list.erasures == sorted.filter { $0.erasure != nil }.map(\.id)
    #expect(isRight, "seed \(seed)")
  }

  /// A text that is changed a thousand times, and a shape that is moved a thousand times, are drawn once.
  @Test func `What changes often is set and drawn once`() throws {
    var drawing = Drawing(size: BoardSize(width: 400, height: 300), background: .color(.white))
    let text = TextShape(
      String(repeating: "A", count: 9_000), font: TextFont(family: "Sans", size: 12), color: .black,
      at: BoardPoint(x: 200, y: 150), width: .fitting(limit: 1))
    let id = try drawing.append(.add(.text(text)))
    for width in 1...1_000 { try drawing.append(.textWidth(id, .fixed(Double(width)))) }
    try drawing.append(.editText(id, "A"))
    for _ in 0..<1_000 { try drawing.append(.transform([id], by: .move(byX: 1, y: 0))) }
    try drawing.append(.transform([id], by: .move(byX: -1_000, y: 0)))
    let board = try Board(drawing)
    var plain = Drawing(size: drawing.size, background: drawing.background)
    try plain.append(.add(.text(text.saying("A").wide(.fixed(1_000)))))
    #expect(try board.picture.composed() == Board(plain).picture.composed())
  }
}
