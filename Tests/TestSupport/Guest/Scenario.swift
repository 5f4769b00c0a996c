import Foundation
import Testing

/// What happens in the guest: what the player plays, and the shell around it.
package struct Scenario: Sendable, CustomTestStringConvertible {
  package var name: String
  package var script: PlayerScript
  /// Runs in the scenario's folder, with the functions of `library`.
  package var shell: String
  /// The time after which it is stopped.
  package var seconds = 120

  package var testDescription: String { name }

  /// The player plays while `touchreel record` records it to `out.mcap` until SIGINT.
  package init(_ name: String, _ script: PlayerScript, record arguments: String) {
    self.init(name, script, shell: "play\nrecord \(arguments)\nawait played\nend INT")
  }

  package init(_ name: String, _ script: PlayerScript, shell: String) {
    self.name = name
    self.script = script
    self.shell = shell
  }

  func write(to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try (script.text + "touch played\nwait done\n")
      .write(to: folder.appendingPathComponent("script"), atomically: true, encoding: .utf8)
    let text = Self.library + "\n" + shell + "\nfinish\n"
    try text.write(to: folder.appendingPathComponent("scenario.sh"), atomically: true, encoding: .utf8)
  }

  /// - `play`: starts the player and waits for its devices.
  /// - `replay`: ends the player and starts it anew.
  /// - `record ARGUMENTS`: starts a recorder to `out.mcap`; its number is in `pid`, what it says in `err`.
  /// - `await FILE`: waits until it has bytes.
  /// - `waits`: waits until the recorder has slept for some time, as it does when it waits for its devices.
  /// - `end SIGNAL`, `ended`: sends a signal to the recorder and waits for it, or only waits; its exit status goes to
  ///   `status`.
  /// - `hide_rule`: takes the udev rule away that this machine has where TouchReel is installed on it.
  /// - `finish`: unplugs what is left.
  static let library = """
    await() { until [ -s "$1" ]; do sleep 0.01; done; }
    play() { guest-player script & player=$!; await made; }
    replay() { kill "$player"; wait "$player" || true; rm -f made played; play; }
    record() { touchreel record "$@" -o out.mcap 2>err & echo $! >pid; }
    waits() {
      local calm=0
      while [ $calm -lt 5 ]; do
        case $(cut -d' ' -f3 "/proc/$(cat pid)/stat") in S) calm=$((calm + 1)) ;; *) calm=0 ;; esac
        sleep 0.01
      done
    }
    ended() { local code=0; wait "$(cat pid)" || code=$?; echo $code >status; }
    end() { kill -"$1" "$(cat pid)"; ended; }
    attempt() { local code=0; touchreel record "${@:2}" 2>"$1" || code=$?; echo "status $code" >>"$1"; }
    hide_rule() {
      local file
      for file in /{etc,run,usr/local/lib,usr/lib}/udev/rules.d/70-touchreel.rules; do
        [ ! -e "$file" ] || mount -t tmpfs none "${file%/*}"
      done
    }
    finish() { echo 1 >done; [ -z "$player" ] || wait "$player"; }
    """
}
