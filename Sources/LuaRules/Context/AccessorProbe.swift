import Synchronization

/// What a copy of a context carries while a key path is applied to it.
///
/// An accessor returns a value and nothing else; an error, or the key behind
/// the accessor, is left here on the way.
@usableFromInline final class AccessorProbe: Sendable {
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
    /// The type of the key that was asked first.
    var askedType: Any.Type?
    var askedCount = 0
    /// Where the last answer came from.
    var source: AnswerSource?
    /// The keys that were read, and set: few captures have any, and one reference is soon released.
    var names: Names?
  }

  private struct Names: Sendable {
    var keys: [RecordedKey] = []
    /// The names of the keys that were set.
    var set: [String] = []
  }

  private let isOver = Atomic(false)

  init(_ purpose: Purpose) {
    self.purpose = purpose
  }

  /// Creates a capture that keeps the error of an accessor.
  @usableFromInline static func catching() -> AccessorProbe { AccessorProbe(.catching) }

  /// Throws the first error.
  @usableFromInline func check() throws(RuleError) {
    if let error { throw error }
  }

  /// Whether accessors ask as they do without a capture, and errors are kept.
  var isCatching: Bool { purpose == .catching || purpose == .answering }

  /// Whether it is kept where answers come from.
  var isAnswering: Bool { purpose == .answering }

  /// Notes that a key is asked for.
  func noteAsking(as type: Any.Type) {
    caught.withLock { caught in
      caught.askedType = caught.askedType ?? type
      caught.askedCount += 1
    }
  }

  /// Keeps where an answer came from.
  func note(_ source: AnswerSource) { caught.withLock { $0.source = source } }

  /// Where the answer came from, if one key of a type was asked; else `nil`.
  ///
  /// - Throws: The error of asking it.
  @usableFromInline func source(ofAnswer type: Any.Type) throws(RuleError) -> AnswerSource? {
    let (error, source) = caught.withLock { caught in
      caught.askedCount == 1 && caught.askedType == type
        ? (caught.error, caught.source) : (nil, nil)
    }
    if let error { throw error }
    return source
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
  var recordedKey: RecordedKey? {
    let keys = names.keys
    return keys.count == 1 ? keys[0] : nil
  }

  /// The keys that were read, each once, in that order.
  var recordedKeys: [DeclaredKey] { names.keys.map { $0.declare() } }

  private var names: Names { caught.withLock { $0.names ?? Names() } }

  private func changeNames(_ body: (inout Names) -> Void) {
    caught.withLock { caught in
      var names = caught.names.take() ?? Names()
      body(&names)
      caught.names = names
    }
  }

  /// Keeps an error; returns whether it does, as it does not after the end.
  func note(_ error: RuleError) -> Bool {
    if isOver.load(ordering: .relaxed) { return false }
    caught.withLock { if $0.error == nil { $0.error = error } }
    return true
  }

  /// Ends the capture, for who keeps the context.
  func end() { isOver.store(true, ordering: .relaxed) }

  /// The names of the keys that were set.
  var setNames: [String] { names.set }

  func noteSetting(of name: String) { changeNames { $0.set.append(name) } }

  /// Keeps the key, when that is the purpose; returns whether rules are not to be asked.
  func records<Value>(_ key: RuleKey<Value>) -> Bool {
    if isCatching { return false }
    let recorded = RecordedKey(
      id: key.id, valueType: Value.self, isSecret: key.isSecret, declare: { DeclaredKey(key) })
    changeNames { names in
      if !names.keys.contains(where: { $0.id == recorded.id }) { names.keys.append(recorded) }
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
  ) throws(RuleError) -> (key: AccessorProbe.RecordedKey, defaultValue: Value) {
    let recorder = AccessorProbe(.recording)
    var context = RuleContext(.empty)
    context.capture = recorder
    let defaultValue = context[keyPath: accessor]
    guard let key = recorder.recordedKey, key.valueType == Value.self else {
      throw notAnAccessor(accessor)
    }
    return (key, defaultValue)
  }
}

extension RuleContext {
  /// Lets a capture keep what accessors meet from now on.
  @usableFromInline mutating func set(_ capture: AccessorProbe) { self.capture = capture }
}
