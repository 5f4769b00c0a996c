/// Stand-ins for Android's `sendevent`, as shell scripts.
///
/// toybox' (`toys/android/sendevent.c`) takes exactly four arguments, and what begins with `-` for an option unless
/// `--` came before it; toolbox' (`toolbox/sendevent.c`) takes the arguments as they are. Both write one `struct
/// input_event` without a time, whose numbers are read by atoi(3).
package enum SendeventShim: String, CaseIterable, Sendable {
  case toybox, toolbox

  /// - Parameter send: a shell's commands that send type `$2`, code `$3`, value `$4` to the node `$1`.
  package func script(sending send: String) -> String {
    switch self {
    case .toybox:
      """
      #!/bin/sh
      plain=
      for argument; do
        shift
        case $plain$argument in
          --) plain=1 ;;
          -*) echo "sendevent: Unknown option '${argument#-}' (see \\"sendevent --help\\")" >&2; exit 1 ;;
          *) set -- "$@" "$argument" ;;
        esac
      done
      [ $# -eq 4 ] || { echo 'sendevent: Needs 4 arguments (see "sendevent --help")' >&2; exit 1; }
      \(send)
      """
    case .toolbox:
      """
      #!/bin/sh
      [ $# -eq 4 ] || { echo "use: sendevent device type code value" >&2; exit 1; }
      \(send)
      """
    }
  }

  /// Writes the 24 bytes of a 64-bit system in one `write(2)`.
  package static let toNode = #"""
    byte() { printf '\\%03o' $(($1 & 255)); }
    word() { byte $1; byte $(($1 >> 8)); }
    time='\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000'
    printf "$time$(word $2)$(word $3)$(word $4)$(word $(($4 >> 16)))" | dd bs=24 count=1 iflag=fullblock of="$1" 2>/dev/null
    """#
}
