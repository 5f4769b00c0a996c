import TouchReelDrawingBoard
import TouchReelLiveDrawing

/// The ruler and the protractor.
extension DrawWindow {
  private static let noGuide = "none"

  func addGuideActions() {
    actions.add("guide", choice: Self.noGuide) { [weak self] in self?.layGuide($0, .middle) }
    actions.add("next-guide") { [weak self] in
      guard let self else { return }
      let kinds = Guide.Kind.allCases.map(\.rawValue)
      let next = kinds.firstIndex(of: guideKind).map { $0 + 1 } ?? 0
      layGuide(kinds.indices.contains(next) ? kinds[next] : Self.noGuide, .asBefore)
    }
  }

  private func layGuide(_ word: String, _ place: GuidePlace) {
    guideKind = word
    actions.show("guide", choice: word)
    handle(.guide(Guide.Kind(rawValue: word), place))
  }
}
