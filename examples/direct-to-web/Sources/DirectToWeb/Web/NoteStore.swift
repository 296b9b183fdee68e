import Synchronization

/// Notes for the next page of a user, while a browser follows a redirect.
///
/// The browser gets a random name of the note and no text, so nobody can make a page say what did not
/// happen.
final class NoteStore: Sendable {
  private struct Entry {
    let note: PageNote
    let user: String
    let end: ContinuousClock.Instant
  }

  /// The most notes; beyond, the oldest is forgotten.
  private static let limit = 1000
  /// How long a note waits.
  static let lifetime = Duration.seconds(60)

  private let entries = Mutex<[(token: String, entry: Entry)]>([])

  /// Keeps a note; returns its name.
  func keep(_ note: PageNote, for user: String) -> String {
    let token = RandomBytes.token()
    let now = ContinuousClock.now
    entries.withLock { entries in
      entries.removeAll { $0.entry.end < now }
      if entries.count >= Self.limit { entries.removeFirst() }
      entries.append((token, Entry(note: note, user: user, end: now + Self.lifetime)))
    }
    return token
  }

  /// Returns a note, once, to the user that it is for.
  func take(_ token: String, for user: String) -> PageNote? {
    entries.withLock { entries in
      guard
        let place = entries.firstIndex(where: {
          SecretDigest($0.token) == SecretDigest(token) && $0.entry.user.hasSameBytes(as: user)
        })
      else { return nil }
      let entry = entries.remove(at: place).entry
      return entry.end < ContinuousClock.now ? nil : entry.note
    }
  }
}
