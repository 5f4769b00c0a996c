/// Members of a scene of Excalidraw that say nothing, as `object@member`: `elements[]` are the elements, and the scene
/// has no name.
enum ExcalidrawDefaults {
  /// Members in which programs count their changes.
  static let counters: Set = [
    "@source", "@version", "elements[]@version", "elements[]@versionNonce", "elements[]@updated", "elements[]@index",
  ]

  /// The values that a member has where it is left out.
  static let values: [String: Set<String>] = [
    "elements[]@groupIds": ["[]"], "elements[]@boundElements": ["[]"], "elements[]@angle": ["0"],
    "elements[]@isDeleted": ["false"], "elements[]@locked": ["false"], "elements[]@opacity": ["100"],
    "elements[]@fillStyle": ["solid"], "elements[]@strokeStyle": ["solid"], "elements[]@link": [""],
    "elements[]@backgroundColor": ["transparent"], "appState@viewBackgroundColor": ["#ffffff"],
    "elements[]@elbowed": ["false"], "elements[]@autoResize": ["true"], "elements[]@polygon": ["false"],
    "appState@gridSize": ["20"], "appState@gridStep": ["5"], "appState@gridModeEnabled": ["false"],
  ]
}
