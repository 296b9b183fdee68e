import Synchronization

/// A recorder that a copy of a context carries while a key path is applied to
/// it.
///
/// An accessor returns a value and nothing else. The probe takes the rest: an
/// error, or the key behind the accessor.
@usableFromInline final class AccessorProbe: Sendable {
  enum Purpose: Sendable {
    /// Keep the error that an accessor meets.
    case catching
    /// Keep the key; do not evaluate rules.
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
    /// The type of the key that was read first.
    var askedType: Any.Type?
    var askedCount = 0
    /// Where the last answer came from.
    var source: AnswerSource?
    /// The keys that were read, and those that were set.
    ///
    /// Few probes have any; one reference is released faster than two arrays.
    var names: Names?
  }

  private struct Names: Sendable {
    var keys: [RecordedKey] = []
    /// The keys that were set, each once.
    var set: [KeyID] = []
  }

  private let isOver = Atomic(false)

  init(_ purpose: Purpose) {
    self.purpose = purpose
  }

  /// Creates a probe that keeps the error of an accessor.
  @usableFromInline static func catching() -> AccessorProbe { AccessorProbe(.catching) }

  /// Throws the first error.
  @usableFromInline func check() throws(RuleError) {
    if let error { throw error }
  }

  /// Whether accessors evaluate rules as they do without a probe, and errors
  /// are kept.
  var isCatching: Bool { purpose == .catching || purpose == .answering }

  /// Whether the source of an answer is kept.
  var isAnswering: Bool { purpose == .answering }

  /// Notes that a key is read.
  func noteAsking(as type: Any.Type) {
    caught.withLock { caught in
      caught.askedType = caught.askedType ?? type
      caught.askedCount += 1
    }
  }

  /// Keeps where an answer came from.
  func note(_ source: AnswerSource) { caught.withLock { $0.source = source } }

  /// Where the answer came from, if exactly one key was read and it has the
  /// type; else `nil`.
  ///
  /// - Throws: The error of that read.
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
    let hitPolicy: HitPolicy
    let declare: @Sendable () -> DeclaredKey
  }

  /// The key that was read; `nil` if no key or several keys were read.
  var recordedKey: RecordedKey? {
    let keys = names.keys
    return keys.count == 1 ? keys[0] : nil
  }

  /// The keys that were read, each once, in the order of the reads.
  var recordedKeys: [DeclaredKey] { names.keys.map { $0.declare() } }

  private var names: Names { caught.withLock { $0.names ?? Names() } }

  private func changeNames(_ body: (inout Names) -> Void) {
    caught.withLock { caught in
      var names = caught.names.take() ?? Names()
      body(&names)
      caught.names = names
    }
  }

  /// Keeps an error if it is the first one; returns `false` after ``end()``,
  /// when errors are not kept.
  func note(_ error: RuleError) -> Bool {
    if isOver.load(ordering: .relaxed) { return false }
    caught.withLock { if $0.error == nil { $0.error = error } }
    return true
  }

  /// Ends the recording, so that a context that outlives it reports its errors
  /// again.
  func end() { isOver.store(true, ordering: .relaxed) }

  /// The keys that were set, each once.
  var setKeys: [KeyID] { names.set }

  func noteSetting(of key: KeyID) {
    changeNames { if !$0.set.contains(key) { $0.set.append(key) } }
  }

  /// Keeps the key if that is the purpose; returns `true` if the rules must not
  /// be evaluated.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - accessor: The name of the function or property that reads it; empty if it is unknown.
  /// - Returns: Whether the key was recorded only.
  func records<Value>(_ key: RuleKey<Value>, _ accessor: String) -> Bool {
    if isCatching { return false }
    let recorded = RecordedKey(
      id: key.id, valueType: Value.self, isSecret: key.isSecret, hitPolicy: key.hitPolicy,
      declare: { DeclaredKey(key, accessor: accessor) })
    changeNames { names in
      if !names.keys.contains(where: { $0.id == recorded.id }) { names.keys.append(recorded) }
    }
    return purpose == .recording
  }
}

extension RuleContext {
  /// Returns the key behind an accessor, with its default.
  ///
  /// A path that continues behind an accessor, or that reads several keys, is
  /// not an accessor.
  static func key<Value>(
    of accessor: KeyPath<RuleContext, Value>
  ) throws(RuleError) -> (key: AccessorProbe.RecordedKey, defaultValue: Value) {
    let recorder = AccessorProbe(.recording)
    var context = RuleContext(.empty)
    context.probe = recorder
    let defaultValue = context[keyPath: accessor]
    guard let key = recorder.recordedKey, key.valueType == Value.self else {
      throw notAnAccessor(accessor)
    }
    return (key, defaultValue)
  }

  /// Returns the name of the key behind an accessor.
  package static func keyName<Value>(
    of accessor: KeyPath<RuleContext, Value>
  ) throws(RuleError) -> String {
    try key(of: accessor).key.name
  }
}

extension RuleContext {
  /// Attaches a probe, which keeps what accessors meet from now on.
  @usableFromInline mutating func set(_ probe: AccessorProbe) { self.probe = probe }
}
