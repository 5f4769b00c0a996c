import CGtk

/// A GObject that something else keeps alive: the layout that it is part of, or its holder.
///
/// C has a type for each class, and macros to go from one to the other; here an object is a pointer that is seen as what is asked for.
struct ObjectPointer: Hashable {
  let raw: UnsafeMutableRawPointer

  init(_ raw: UnsafeMutableRawPointer) { self.raw = raw }
  init(_ opaque: OpaquePointer) { raw = UnsafeMutableRawPointer(opaque) }
  init<Instance>(_ typed: UnsafeMutablePointer<Instance>) { raw = UnsafeMutableRawPointer(typed) }

  /// As an instance of a final class, or of an interface.
  var opaque: OpaquePointer { OpaquePointer(raw) }

  /// As an instance of a class that others derive from.
  func pointer<Instance>() -> UnsafeMutablePointer<Instance> { raw.assumingMemoryBound(to: Instance.self) }

  var widget: UnsafeMutablePointer<GtkWidget> { pointer() }
}

/// Holds a reference to a GObject.
nonisolated final class ObjectHolder {
  let raw: UnsafeMutableRawPointer

  /// Takes a reference over that the caller has, as functions called `…_new` give it.
  init(adopting raw: UnsafeMutableRawPointer) { self.raw = raw }

  convenience init(adopting opaque: OpaquePointer) { self.init(adopting: UnsafeMutableRawPointer(opaque)) }

  /// Takes a reference of its own; a floating one is sunk.
  init(_ raw: UnsafeMutableRawPointer) {
    self.raw = raw
    g_object_ref_sink(raw)
  }

  deinit { g_object_unref(raw) }

  var opaque: OpaquePointer { OpaquePointer(raw) }
}

extension ObjectHolder {
  var pointer: ObjectPointer { ObjectPointer(raw) }
}
