import LuaBridge
import Synchronization

/// A cache of the answers of earlier evaluations, each with the values that it
/// depends on.
///
/// A cached answer is valid while the same generations of the same models
/// answer, and every key that its evaluation read is set to the same value, or
/// is still not set. The cache is striped by thread, so that threads rarely
/// wait for one another.
final class RememberedAnswers: Sendable {
  /// A key that the evaluation read from the context.
  private struct Read {
    let key: KeyID
    /// The value that was set; `nil` if none was set.
    let value: SetValue?

    /// Returns whether the same value is set now.
    func isSame(in values: ContextValues) -> Bool {
      switch (value, values[key]) {
      case (nil, nil): true
      case (let before?, let now?): before.isIdentical(to: now)
      default: false
      }
    }
  }

  /// All models of the chain, by their numbers; each generation has its own number.
  enum Models: Equatable {
    case few(SIMD4<UInt64>)
    case many([UInt64])

    init(_ numbers: [UInt64]) {
      guard numbers.count <= 4 else {
        self = .many(numbers)
        return
      }
      var few = SIMD4<UInt64>()
      for (index, number) in numbers.enumerated() { few[index] = number }
      self = .few(few)
    }
  }

  private struct Entry {
    let type: Any.Type
    let models: Models
    let reads: [Read]
    /// The stamp of the last values that were compared with `reads` and found
    /// equal.
    var stamp: UInt64
    /// The answer; `nil` if nothing answered.
    let box: AnswerBox?
  }

  /// INVARIANT: `@unchecked Sendable` because a box is never written to, and
  /// the value in it is of a type whose values are immutable.
  private struct Content: @unchecked Sendable {
    var entries: [UInt32: Entry] = [:]
  }

  private final class Stripe: Sendable {
    let content = Mutex(Content())
  }

  /// A hit.
  enum Lookup {
    case nothing
    case answer(AnswerBox)
  }

  /// A stripe with this many keys is emptied before it takes a new one.
  private static let mostKeys = 1024

  private let stripes = (0..<4).map { _ in Stripe() }

  private var ownStripe: Stripe { stripes[ThreadNumbers.current % stripes.count] }

  /// Looks up the answer for a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - type: The requested type.
  ///   - values: The values that are set now.
  ///   - models: The models that answer now.
  /// - Returns: The hit; `nil` for a miss.
  func answer(
    to key: KeyID, as type: Any.Type, in values: ContextValues, by models: Models
  ) -> Lookup? {
    ownStripe.content.withLock { content in
      guard let entry = content.entries[key.number], entry.type == type,
        entry.models == models
      else { return nil }
      if entry.stamp != values.stamp {
        guard entry.reads.allSatisfy({ $0.isSame(in: values) }) else { return nil }
        content.entries[key.number]?.stamp = values.stamp
      }
      return entry.box.map { .answer($0) } ?? .nothing
    }
  }

  /// Caches an answer together with what its evaluation read.
  func remember(
    _ box: AnswerBox?, of key: KeyID, as type: Any.Type, in values: ContextValues,
    _ tracker: ReadTracker, by models: Models
  ) {
    guard tracker.isExact, key.number != 0 else { return }
    let entry = Entry(
      type: type, models: models,
      reads: tracker.keys.map { Read(key: $0, value: values[$0]?.alone) },
      stamp: values.stamp, box: box)
    let forgotten = ownStripe.content.withLock { content in
      var forgotten = Content()
      if content.entries.count >= Self.mostKeys { swap(&content, &forgotten) }
      forgotten.entries[0] = content.entries.updateValue(entry, forKey: key.number)
      return forgotten
    }
    // Values of host types are released outside the lock.
    withExtendedLifetime(forgotten) {}
  }
}
