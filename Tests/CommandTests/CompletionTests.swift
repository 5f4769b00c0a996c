import Foundation
import TestSupport
import Testing

/// What shells complete, by the shells themselves.
struct CompletionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["ten.mcap", "ten.yml", "ten.pcap", "ten.png"] { try folder.write("", to: name) }
    for name in ["nine.png", "$(touch run).png"] { try folder.write("", to: "folder/\(name)") }
    for shell in ["bash", "zsh", "fish"] {
      let script = try Touchreel.succeed("--generate-completion-script", shell).text
      try folder.write(script, to: shell == "zsh" ? "functions/_touchreel" : "touchreel.\(shell)")
    }
  }

  /// What `line`, whose last word is not complete, becomes.
  private func completions(of line: String, by shell: String) throws -> Set<String> {
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = Programs.built.path + ":" + environment["PATH", default: ""]
    environment["HOME"] = folder.url.path
    environment["LINE"] = line
    let arguments = shell == "bash" ? ["--norc", "-ic", Self.bash] : ["-c", shell == "zsh" ? Self.zsh : Self.fish]
    let outcome = try Programs.run(shell, arguments, environment: environment, in: folder.url)
    let lines = outcome.text.split { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
    return Set(
      lines.map { $0.trimmingCharacters(in: .whitespaces).prefix { $0 != "\t" && $0 != " " } }.map(String.init))
  }

  private static let bash = #"""
    source ./touchreel.bash
    COMP_LINE=$LINE; COMP_POINT=${#LINE}
    read -ra COMP_WORDS <<<"$LINE"; [[ $LINE != *" " ]] || COMP_WORDS+=("")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _touchreel touchreel "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
    printf '%s\n' "${COMPREPLY[@]}"
    """#
  private static let fish = #"source ./touchreel.fish; complete -C "$LINE""#
  /// Zsh completes in its line editor only, which needs a terminal.
  private static let zsh = #"""
    zmodload zsh/zpty
    setup() {
      PS1=; fpath=($PWD/functions $fpath); autoload -U compinit; compinit -u -d $PWD/dump
      bindkey '^I' complete-word; zstyle ':completion:*' insert-tab false
      compadd() {
        builtin compadd -A found "$@"
        builtin compadd "$@"
        print -l -- FOUND:${^found} >>$PWD/found
      }
    }
    zpty -b z zsh -f -i
    zpty -w z "$(functions setup); setup; print REA''DY"
    zpty -r z line '*READY*'
    zpty -w -n z "$LINE"$'\t'
    for turn in {1..50}; do sleep 0.1; [[ -s found ]] && sleep 0.3 && break; done
    sed -n 's/^FOUND://p' found
    """#

  private static let shells = ["bash", "zsh", "fish"].filter { Programs.installed($0) != nil }

  @Test(.enabled(if: shells.count == 3, "zsh or fish is not installed"), arguments: shells)
  func `Commands, files, colours and words are completed`(shell: String) throws {
    #expect(try completions(of: "touchreel re", by: shell).isSuperset(of: ["record", "render"]))
    let files = try completions(of: "touchreel render te", by: shell)
    #expect(files.isSuperset(of: ["ten.mcap", "ten.yml"]) && !files.contains("ten.pcap"), "\(files)")
    #expect(try completions(of: "touchreel render --color te", by: shell).contains("teal"))
    let tools = try completions(of: "touchreel render --tool re", by: shell)
    #expect(tools.contains("rectangle"), "\(tools)")
    #expect(try completions(of: "touchreel doctor u", by: shell).isSuperset(of: ["udev", "uinput"]))
    #expect(try completions(of: "touchreel compare te", by: shell).isSuperset(of: ["ten.mcap", "ten.png"]))
  }

  @Test(
    .enabled(if: shells.count == 3, "zsh or fish is not installed"), arguments: shells,
    [
      ("record --format e", "evemu"), ("cut a b --format li", "libinput"), ("convert --format x", "xournal"),
      ("help fo", "formats"), ("help rec", "record"), ("draw --pipe - --device-like rem", "remarkable-2-pen"),
    ])
  func `Formats are completed, and what has help`(shell: String, typed: (line: String, word: String)) throws {
    #expect(try completions(of: "touchreel \(typed.line)", by: shell).contains(typed.word))
  }

  /// The program completes them, which fish asks only where somebody types.
  @Test(
    .enabled(if: shells.count == 3, "zsh or fish is not installed"), arguments: ["bash", "zsh"],
    [
      ("render --background te", ["teal", "ten.png"]), ("inject --target remarkable-1-p", ["remarkable-1-pen"]),
      ("inject --target te", ["ten.yml"]), ("render --background ~/folder/n", ["~/folder/nine.png"]),
    ])
  func `A word and a file are completed in one place`(shell: String, typed: (line: String, words: [String])) throws {
    let found = try completions(of: "touchreel \(typed.line)", by: shell)
    #expect(found.isSuperset(of: typed.words) && !found.contains("ten.pcap"), "\(found)")
  }

  @Test(.enabled(if: shells.count == 3, "zsh or fish is not installed"), arguments: ["bash", "zsh"])
  func `No name of a file is run`(shell: String) throws {
    #expect(!(try completions(of: "touchreel render --background folder/", by: shell).isEmpty))
    #expect(!FileManager.default.fileExists(atPath: folder.path("run")))
  }

  /// Bash puts the slash behind a folder by itself.
  @Test(
    .enabled(if: shells.count == 3, "zsh or fish is not installed"),
    arguments: [("bash", "folder"), ("zsh", "folder/")])
  func `A folder has one slash`(shell: String, name: String) throws {
    #expect(try completions(of: "touchreel render --background fo", by: shell) == [name])
  }
}
