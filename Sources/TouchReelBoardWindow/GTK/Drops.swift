import CTouchReelGtk
import SystemPackage

/// What is dropped on a widget, and where on it.
enum Dropped {
  /// `nil` for one that is not in the file system.
  case files([FilePath?])
  case content(ContentReading.Outcome)
}

/// Where something was dropped, on the widget that accepts drops.
struct DropPoint {
  let x: Double
  let y: Double
  private let widget: ObjectPointer

  init(x: Double, y: Double, on widget: ObjectPointer) { (self.x, self.y, self.widget) = (x, y, widget) }

  /// The point on a widget within; `nil` if it lies beside.
  func point(on other: ObjectPointer) -> (x: Double, y: Double)? {
    var (left, top) = (0.0, 0.0)
    guard gtk_widget_translate_coordinates(widget.widget, other.widget, x, y, &left, &top) != 0,
      gtk_widget_contains(other.widget, left, top) != 0
    else { return nil }
    return (left, top)
  }
}

/// Accepts files that are dropped on a widget.
enum FileDrop {
  static func accept(on widget: ObjectPointer, _ handle: @escaping (Dropped, DropPoint) -> Void) {
    let target = ObjectPointer(gtk_drop_target_new(file_list_type(), GDK_ACTION_COPY))
    target.connect(
      "drop",
      answering: { arguments in
        let paths = paths(in: arguments.value(1))
        guard !paths.isEmpty else { return .passedOn }
        handle(.files(paths), DropPoint(x: arguments.double(2), y: arguments.double(3), on: widget))
        return .handled
      })
    gtk_widget_add_controller(widget.widget, target.opaque)
  }

  /// - Parameter value: the signal's argument, a boxed value that contains another.
  private static func paths(in value: UnsafePointer<GValue>) -> [FilePath?] {
    guard let inner = g_value_get_boxed(value)?.assumingMemoryBound(to: GValue.self),
      let files = g_value_get_boxed(inner)
    else { return [] }
    let list = gdk_file_list_get_files(OpaquePointer(files))
    defer { g_slist_free(list) }
    var paths: [FilePath?] = []
    var next = list
    while let link = next {
      if let file = link.pointee.data { paths.append(FilePath(OpaquePointer(file))) }
      next = link.pointee.next
    }
    return paths
  }
}

/// Accepts content that is dropped on a widget: images, texts, shapes of another window.
enum ContentDrop {
  /// - Parameter types: the media types that are understood, the best first. Those before text are taken even if the
  ///   same is offered as a file: browsers name a page by it.
  static func accept(
    _ types: [String], before text: String, on widget: ObjectPointer,
    _ handle: @escaping (Dropped, DropPoint) -> Void
  ) {
    let target = ObjectPointer(gtk_drop_target_async_new(nil, GDK_ACTION_COPY))
    let better = types.prefix { $0 != text }
    target.connect(
      "accept",
      answering: { arguments in
        let formats = arguments.pointer(1).map { gdk_drop_get_formats(OpaquePointer($0)) } ?? nil
        if better.contains(where: { gdk_content_formats_contain_mime_type(formats, $0) != 0 }) { return .handled }
        let isFile =
          gdk_content_formats_contain_gtype(formats, file_list_type()) != 0
          || gdk_content_formats_contain_mime_type(formats, "text/uri-list") != 0
        let isText = types.contains { gdk_content_formats_contain_mime_type(formats, $0) != 0 }
        return isText && !isFile ? .handled : .passedOn
      })
    target.connect(
      "drop",
      answering: { arguments in
        guard let drop = arguments.pointer(1) else { return .passedOn }
        // GTK goes on framing the widget.
        gtk_widget_unset_state_flags(widget.widget, GTK_STATE_FLAG_DROP_ACTIVE)
        let point = DropPoint(x: arguments.double(2), y: arguments.double(3), on: widget)
        read(ObjectHolder(drop), types) { handle(.content($0), point) }
        return .handled
      })
    gtk_widget_add_controller(widget.widget, target.opaque)
  }

  private static func read(
    _ drop: ObjectHolder, _ types: [String], _ handle: @escaping (ContentReading.Outcome) -> Void
  ) {
    let reading = ContentReading { outcome in
      gdk_drop_finish(drop.opaque, GDK_ACTION_COPY)
      handle(outcome)
    }
    MediaTypes.with(MediaTypes.offered(types, by: gdk_drop_get_formats(drop.opaque))) { names in
      gdk_drop_read_async(
        drop.opaque, names, G_PRIORITY_DEFAULT, nil,
        { drop, result, reading in
          nonisolated(unsafe) let (drop, result, reading) = (drop, result, reading)
          MainActor.assumeIsolated {
            ContentReading.held(by: reading)?.begin { type, error in
              gdk_drop_read_finish(drop.map { OpaquePointer($0) }, result, &type, &error)
            }
          }
        }, reading.retained)
    }
  }
}
