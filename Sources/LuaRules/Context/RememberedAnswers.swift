import LuaBridge
import Synchronization

/// Answers of earlier evaluations, each with what it was found from.
///
/// An answer is given again while the same generations of the same models are asked, and
/// all keys that it was found from are set as they were, or still not set. Threads have
/// answers of their own, so that they do not wait for one another.
final class RememberedAnswers: Sendable {
  /// What was read of a context.
  private struct Read {
    let key: KeyID
    /// What was set; `nil` for nothing.
    let value: SetValue?

    /// Whether the same is set now.
    func isSame(in values: ContextValues) -> Bool {
      switch (value, values[key]) {
      case (nil, nil): true
      case (let before?, let now?): before.isIdentical(to: now)
      default: false
      }
    }
  }

  /// The models that were asked, by their numbers.
  enum Models: Equatable {
    case one(UInt64)
    case several([UInt64])

    init(_ numbers: [UInt64]) {
      self = numbers.count == 1 ? .one(numbers[0]) : .several(numbers)
    }
  }

  private struct Entry {
    let type: Any.Type
    let models: Models
    let reads: [Read]
    /// Values with this stamp are known to be as they were.
    var stamp: UInt64
    /// The answer; `nil` when nobody answered.
    let box: AnswerBox?
  }

  /// INVARIANT: `@unchecked Sendable` because nobody writes to a box, and a value in it is
  /// of a type whose values stay what they are.
  private struct Content: @unchecked Sendable {
    var entries: [UInt32: Entry] = [:]
  }

  private final class Stripe: Sendable {
    let content = Mutex(Content())
  }

  /// What was found, apart from a miss.
  enum Lookup {
    case nothing
    case answer(AnswerBox)
  }

  /// More keys than that are forgotten all at once.
  private static let mostKeys = 1024

  private let stripes = (0..<4).map { _ in Stripe() }

  private var ownStripe: Stripe { stripes[ThreadNumbers.current % stripes.count] }

  /// Looks for the answer for a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - type: The type that is asked for.
  ///   - values: What is set now.
  ///   - models: The models that answer now.
  /// - Returns: What is remembered; `nil` when the answer has to be found.
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

  /// Remembers an answer, found by an evaluation that noted what it read.
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
    // Values of the host's types are let go of without the lock.
    withExtendedLifetime(forgotten) {}
  }
}
