import Synchronization

/// What a copy of a context carries while a key path is applied to it.
///
/// An accessor returns a value and nothing else; an error, or the key behind
/// the accessor, is left here on the way.
final class Capture: Sendable {
  enum Purpose: Sendable {
    /// Keep the error that an accessor meets.
    case catching
    /// Keep the key, and ask no rules.
    case recording
    /// Keep the keys, and the error that an accessor meets.
    case explaining
    /// Keep where the answer came from, and the error that an accessor meets.
    case answering
  }

  private let purpose: Purpose
  private let caught = Mutex(Caught())

  private struct Caught: Sendable {
    var error: RuleError?
    var keys: [RecordedKey] = []
    /// The types of the keys that were asked, up to the second.
    var askedTypes: [Any.Type] = []
    /// Where the last answer came from.
    var source: AnswerSource?
  }

  private let isOver = Atomic(false)
  private let settings = Mutex<[String]>([])

  init(_ purpose: Purpose) {
    self.purpose = purpose
  }

  /// Whether accessors ask as they do without a capture, and errors are kept.
  var isCatching: Bool { purpose == .catching || purpose == .answering }

  /// Whether it is kept where answers come from.
  var isAnswering: Bool { purpose == .answering }

  /// Notes that a key is asked for.
  func noteAsking(as type: Any.Type) {
    caught.withLock { if $0.askedTypes.count < 2 { $0.askedTypes.append(type) } }
  }

  /// Keeps where an answer came from.
  func note(_ source: AnswerSource) { caught.withLock { $0.source = source } }

  /// Where the answer came from, if one key of a type was asked; else `nil`.
  ///
  /// - Throws: The error of asking it.
  func source(ofAnswer type: Any.Type) throws(RuleError) -> AnswerSource? {
    let caught = caught.withLock { $0 }
    guard caught.askedTypes.count == 1, caught.askedTypes[0] == type else { return nil }
    if let error = caught.error { throw error }
    return caught.source
  }

  /// The first error.
  var error: RuleError? { caught.withLock { $0.error } }

  /// A key that was read.
  struct RecordedKey: Sendable {
    let id: KeyID
    var name: String { id.name }
    let valueType: Any.Type
    let isSecret: Bool
    let declare: @Sendable () -> DeclaredKey
  }

  /// The key that was read; `nil` when none was, or more than one.
  var recordedKey: RecordedKey? { caught.withLock { $0.keys.count == 1 ? $0.keys.first : nil } }

  /// The keys that were read, each once, in that order.
  var recordedKeys: [DeclaredKey] { caught.withLock { $0.keys }.map { $0.declare() } }

  /// Keeps an error; returns whether it does, as it does not after the end.
  func note(_ error: RuleError) -> Bool {
    if isOver.load(ordering: .relaxed) { return false }
    caught.withLock { if $0.error == nil { $0.error = error } }
    return true
  }

  /// Ends the capture, for who keeps the context.
  func end() { isOver.store(true, ordering: .relaxed) }

  /// The names of the keys that were set.
  var setNames: [String] { settings.withLock { $0 } }

  func noteSetting(of name: String) {
    settings.withLock { $0.append(name) }
  }

  /// Keeps the key, when that is the purpose; returns whether rules are not to be asked.
  func records<Value>(_ key: RuleKey<Value>) -> Bool {
    if isCatching { return false }
    let recorded = RecordedKey(
      id: key.id, valueType: Value.self, isSecret: key.isSecret, declare: { DeclaredKey(key) })
    caught.withLock { caught in
      if !caught.keys.contains(where: { $0.id == recorded.id }) { caught.keys.append(recorded) }
    }
    return purpose == .recording
  }
}

extension RuleContext {
  /// Returns the key behind an accessor, with its default.
  ///
  /// A path that goes on behind an accessor, or reads several keys, is none.
  static func key<Value>(
    of accessor: KeyPath<RuleContext, Value>
  ) throws(RuleError) -> (key: Capture.RecordedKey, defaultValue: Value) {
    let recorder = Capture(.recording)
    var context = RuleContext(.empty)
    context.capture = recorder
    let defaultValue = context[keyPath: accessor]
    guard let key = recorder.recordedKey, key.valueType == Value.self else {
      throw RuleError(
        .notAnAccessor, "the path is not the accessor of a key",
        hint: "an accessor is written `self[dynamic: SomeKey.self]`")
    }
    return (key, defaultValue)
  }
}

/// A context to which an accessor is applied, to find out where its value comes from.
@usableFromInline struct AnswerProbe {
  @usableFromInline let context: RuleContext
  private let capture = Capture(.answering)

  init(_ context: RuleContext) {
    var context = context
    context.capture = capture
    self.context = context
  }

  /// Where the value came from; `nil` for a path that is not known to be an accessor.
  ///
  /// - Throws: The error that the accessor met.
  @usableFromInline func source(of type: Any.Type) throws(RuleError) -> AnswerSource? {
    try capture.source(ofAnswer: type)
  }
}
