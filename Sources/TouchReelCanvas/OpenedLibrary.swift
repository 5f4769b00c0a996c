import CTouchReelCairo
import CTouchReelPango
import CTouchReelPixbuf
import CTouchReelPoppler
import Glibc

// Cairo and Pango are opened when the first text, fill or scaled picture is drawn: linked, they and the 34 libraries
// that they bring along took a third of the time of every start.

/// Cairo's functions.
let cairo: cairo_functions = {
  var functions = cairo_functions()
  OpenedLibrary.find("libcairo.so.2", ofPackage: "libcairo2") { cairo_functions_find(&functions, $0) }
  return functions
}()

/// Pango's functions.
let pango: pango_functions = {
  var functions = pango_functions()
  OpenedLibrary.find("libpangocairo-1.0.so.0", ofPackage: "libpangocairo-1.0-0") {
    pango_functions_find(&functions, $0)
  }
  return functions
}()

/// GdkPixbuf's functions.
let pixbuf: pixbuf_functions = {
  var functions = pixbuf_functions()
  OpenedLibrary.find("libgdk_pixbuf-2.0.so.0", ofPackage: "libgdk-pixbuf-2.0-0") {
    pixbuf_functions_find(&functions, $0)
  }
  return functions
}()

/// Poppler's functions; `nil` where it is not installed, and pages of PDFs are not drawn.
let poppler: poppler_functions? = {
  var functions = poppler_functions()
  guard let library = dlopen("libpoppler-glib.so.8", RTLD_LAZY | RTLD_LOCAL),
    poppler_functions_find(&functions, library)
  else { return nil }
  return functions
}()

/// A shared library that is opened by the program instead of at its start.
private enum OpenedLibrary {
  /// Ends the program if there is no such library, or not all that is looked for in it: as at a start with a library
  /// that is linked, there is no picture without it.
  ///
  /// - Parameters:
  ///   - package: of Debian, for who has to install it.
  ///   - find: looks the functions up; false if one is missing.
  static func find(_ name: String, ofPackage package: String, _ find: (UnsafeMutableRawPointer) -> Bool) {
    if let library = dlopen(name, RTLD_LAZY | RTLD_LOCAL), find(library) { return }
    let reason = dlerror().map { String(cString: $0) } ?? name
    let remedy =
      reason.hasSuffix(String(cString: strerror(EMFILE)))
      ? "raise the number of files that may be open (ulimit -n)" : "install \(package)"
    let line = "touchreel: cannot draw text, fills or background pictures: \(reason); \(remedy)\n"
    _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    exit(1)
  }
}
