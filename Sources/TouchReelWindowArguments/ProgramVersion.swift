import CTouchReelVersion
package import TouchReelRecordings

extension TouchReelVersion {
  /// `touchreel 0.2.0 (799a1414)`, with the commit if the build was told of it.
  package static func line(of program: String) -> String {
    let commit = String(cString: touchreel_commit())
    return "\(program) \(current)" + (commit.isEmpty ? "" : " (\(commit))")
  }
}
