import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelExporting
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// What menus and keys do to what is selected.
extension DrawWindow {
  /// The actions that need a selection.
  static let selectionActions =
    ["cut", "delete", "duplicate", "to-front", "to-back"] + arrangingCommands.map(\.name)

  private static let arrangingCommands: [(name: String, command: BoardCommand)] = [
    ("flip-horizontally", .flip(.horizontal)), ("flip-vertically", .flip(.vertical)),
    ("align-left", .align(.left)), ("align-center", .align(.center)), ("align-right", .align(.right)),
    ("align-top", .align(.top)), ("align-middle", .align(.middle)), ("align-bottom", .align(.bottom)),
    ("distribute-horizontally", .distribute(.horizontal)), ("distribute-vertically", .distribute(.vertical)),
  ]

  /// The step of the grid that the menu switches on, in board points.
  private static let gridStep = 20.0

  func addSelectionActions() {
    actions.add("delete") { [weak self] in
      guard let self, !(start.isShown && start.deleteFocused()) else { return }
      perform(.delete)
    }
    let commands: [(String, BoardCommand)] = [
      ("duplicate", .duplicate(PastePlace.offset)), ("to-front", .order(.front)),
      ("to-back", .order(.back)),
    ]
    for (name, command) in commands + Self.arrangingCommands {
      actions.add(name) { [weak self] in self?.perform(command) }
    }
    actions.add("select-all") { [weak self] in
      self?.chooseSelectingTool()
      self?.perform(.selectAll)
    }
    actions.add("crop", state: .off) { [weak self] in
      self?.perform(.set(\.handles, $0 == .on ? .cropping : .scaling))
    }
    actions.add("snap", state: .off) { [weak self] in
      self?.perform(.set(\.grid, $0 == .on ? .step(Self.gridStep) : .none))
    }
    actions.add("add-to-selection", state: .off) { [weak self] in
      self?.live.controller.addsToSelection = $0 == .on
    }
  }

  /// An image can be cropped while it alone is selected.
  func showCropping(_ board: Board) {
    let isImage = board.selectsOneImage
    if board.settings.handles == .cropping, !isImage, board.openTouches.isEmpty { perform(.set(\.handles, .scaling)) }
    actions.setEnabled("crop", isImage)
    actions.show("crop", state: SwitchState(board.settings.handles == .cropping))
  }

  /// What is selected is marked with a tool that selects only.
  func chooseSelectingTool() {
    if board?.settings.tool.selects == false { perform(.set(\.tool, .selection)) }
  }
}
