import Glibc

/// The machine's processors.
enum Processors {
  /// Whether one can read ahead while another works. Foundation's count, which looks at control groups as well, takes a
  /// thirtieth of a start.
  static var areSeveral: Bool { sysconf(Int32(_SC_NPROCESSORS_ONLN)) > 1 }
}
