import CTouchReelGtk

/// Where the keys are in a list of rows that is filled anew.
struct FocusInList {
  private let index: Int
  private let row: StartRow
  private let part: ObjectPointer

  /// `nil` if the keys are elsewhere.
  init?(_ rows: [StartRow]) {
    guard let index = rows.firstIndex(where: { $0.focus != nil }), let part = rows[index].focus else { return nil }
    (self.index, self.part) = (index, part)
    row = rows[index]
  }

  /// Gives them back, or to the row that is there instead. To be called before a row that goes is taken out of its
  /// list: GTK would look for another place, and no longer know the way by Tab.
  ///
  /// - Parameter leave: called if there is none.
  func restore(_ rows: [StartRow], _ leave: () -> Void) {
    if rows.contains(where: { $0 === row }) {
      if row.focus == nil { gtk_widget_grab_focus(part.widget) }
    } else if let next = rows.dropFirst(index).first ?? rows.last {
      next.grabFocus()
    } else {
      leave()
    }
  }
}
