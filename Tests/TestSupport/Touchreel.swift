package import Foundation

/// The built `touchreel`, run as a user runs it.
package enum Touchreel {
  package static let path = Programs.built.appendingPathComponent("touchreel").path

  /// Runs it to its end, whatever its exit status.
  /// - Parameters:
  ///   - shell: a shell's words around it, `"$@"` standing for the program and its arguments.
  @discardableResult
  package static func run(
    _ arguments: String..., input: Data = Data(), shell: String = #""$@""#, in folder: URL? = nil
  ) throws -> Programs.Outcome {
    try Programs.run("/bin/sh", ["-c", shell, "sh", path] + arguments, input: input, in: folder)
  }

  /// Runs it with arguments that have to succeed.
  @discardableResult
  package static func succeed(_ arguments: String...) throws -> Programs.Outcome { try succeed(arguments) }

  @discardableResult
  package static func succeed(_ arguments: [String]) throws -> Programs.Outcome {
    let outcome = try Programs.run(path, arguments)
    guard outcome.status == 0 else { throw Failure(description: "touchreel \(arguments): \(outcome)") }
    return outcome
  }
}
