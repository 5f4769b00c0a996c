import Glibc

/// GdkPixbuf's way from 2.44 on, in some distributions: it decodes in sandboxes itself, each image in a process of its
/// own. A decoder could not start those.
enum Glycin {
  /// Whether GdkPixbuf is linked with it.
  static let isUsed: Bool = {
    guard dlopen("libgdk_pixbuf-2.0.so.0", RTLD_LAZY | RTLD_LOCAL) != nil else { return false }
    return dlopen("libglycin-2.so.0", RTLD_LAZY | RTLD_NOLOAD) != nil
  }()
}
