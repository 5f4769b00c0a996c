package import TouchReelRecordings
import TouchReelTouchTracking

extension RecordedContacts {
  /// What keeps some touches of the recording and leaves out others. Every touch is kept by what leaves it out of the
  /// other list, unchanged.
  ///
  /// - Parameters:
  ///   - kept: if any, all others go, and the devices without slots that have none of these.
  ///   - leftOut: these go.
  ///   - ids: of the kernel; if any, contacts with others go.
  /// - Returns: none if all touches are kept.
  package func filters(
    keeping kept: [Entry] = [], leavingOut leftOut: [Entry] = [], ids: Set<Int32> = []
  ) -> [any EntryTransform] {
    guard !kept.isEmpty || !leftOut.isEmpty || !ids.isEmpty else { return [] }
    let (wanted, unwanted) = (Chosen(kept), Chosen(leftOut))
    // What is left out of one device leaves all others as they are.
    let slots = TouchFilter(
      others: kept.isEmpty && ids.isEmpty ? .kept : .leftOut, exempt: Set(wanted.spans.keys), courses: courses
    ) { [isOfAll = kept.isEmpty] beginning in
      !unwanted.beginnings.contains(beginning) && (isOfAll || wanted.beginnings.contains(beginning))
        && (ids.isEmpty || ids.contains(beginning.trackingID))
    }
    return [slots, TouchSpanFilter(kept: wanted.spans, leftOut: unwanted.spans)]
  }

  /// A touch, not among these, that shares its events with another: both are down at once on a device without slots.
  package func sharer(of touch: Entry, notAmong numbers: Set<Int>) -> Entry? {
    guard touch.beginning == nil else { return nil }
    return entries.values.filter { entry in
      entry.touch.device == touch.touch.device && !numbers.contains(entry.touch.id.rawValue)
        && entry.frames.overlaps(touch.frames)
    }.min { $0.touch.id.rawValue < $1.touch.id.rawValue }
  }

  /// Touches as filters take them.
  private struct Chosen: Sendable {
    private(set) var beginnings: Set<TouchFilter.Beginning> = []
    /// The spans of the touches of devices without slots.
    private(set) var spans: TouchSpanFilter.Spans = [:]

    init(_ entries: [Entry]) {
      for entry in entries {
        if let beginning = entry.beginning {
          beginnings.insert(beginning)
        } else {
          spans[entry.touch.device, default: []].append(entry.frames)
        }
      }
    }
  }
}
