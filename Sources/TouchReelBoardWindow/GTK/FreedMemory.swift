import CTouchReelGtk
import CTouchReelMalloc

/// Memory that frames took and freed, which goes back to the system once there were none for a while.
///
/// GTK's Cairo renderer takes as much for each frame as what changed spans, 33 MB at 4K, and C's allocator keeps it.
/// While one draws this is fast: mapped anew for each frame, it took a fifth more processor time.
final class FreedMemory {
  /// How long there are no frames, in milliseconds.
  private static let rest: guint = 1000

  private var isUsed = false
  private var isWaiting = false

  /// A frame is painted.
  func use() {
    isUsed = true
    if !isWaiting { wait() }
  }

  private func wait() {
    (isUsed, isWaiting) = (false, true)
    MainLoop.after(milliseconds: Self.rest) { [weak self] in self?.look() }
  }

  private func look() {
    if isUsed { return wait() }
    isWaiting = false
    malloc_trim(0)
  }
}
