import Glibc

extension InkSample {
  /// Takes in how a pen leans as two angles in degrees: its direction, clockwise from the right, and how far it is
  /// raised from the surface. (W3C, Ink Markup Language, figure 2; Pointer Events 3, "Converting between".)
  mutating func lean(to azimuth: Double, elevation: Double) {
    guard elevation > 0, elevation < 90 else {
      (tiltX, tiltY) = elevation == 90 ? (0, 0) : (tiltX, tiltY)
      return
    }
    let rise = tan(elevation * .pi / 180)
    tiltX = atan(cos(azimuth * .pi / 180) / rise) * 180 / .pi
    tiltY = atan(sin(azimuth * .pi / 180) / rise) * 180 / .pi
  }
}
