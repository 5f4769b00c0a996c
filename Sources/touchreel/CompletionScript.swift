import ArgumentParser

/// `--generate-completion-script SHELL`. The parser's scripts complete nothing after `help`, which ours do.
enum CompletionScript {
  /// - Returns: `nil` if the arguments ask for something else.
  static func text(_ arguments: [String]) -> String? {
    guard arguments.count == 2, arguments[0] == "--generate-completion-script",
      let shell = CompletionShell(rawValue: arguments[1])
    else { return nil }
    let script = TouchReel.completionScript(for: shell)
    let words = HelpTopic.knownNames.joined(separator: " ")
    if shell == .bash {
      let function = "_touchreel_help() {\n"
      let addition = #"    COMPREPLY=($(compgen -W '\#(words)' -- "${cur}"))"#
      return script.replacing(function, with: "\(function)\(addition)\n")
    } else if shell == .zsh {
      return script.replacing("'*:subcommands:'", with: "'*:subcommands:(\(words))'")
    }
    let condition = #"__touchreel_should_offer_completions_for_positional "touchreel help" -eq 1"#
    return "\(script)\ncomplete -c touchreel -n '\(condition)' -fka '\(words)'\n"
  }
}
