import LuaBridge

/// Sees what an evaluation does, to tell afterwards why it answered as it did.
///
/// An evaluation with a recorder tries the candidates one after the other, natively
/// where native code decides them: what a plan does when it leaves nothing out.
final class EvaluationRecorder {
  /// What the evaluation did for one key.
  struct Testimony {
    let key: KeyID
    /// The candidates that were tried, in order.
    var attempts: [Attempt] = []
    /// The keys that were read for it, each once.
    var reads: [KeyID] = []
    /// What a rule answered; `nil` when none did, or it failed.
    var answer: Answer?
    var error: RuleError?
  }

  /// A candidate that was tried.
  struct Attempt {
    let rule: Rule
    /// The number of its model in the chain.
    let link: Int
    var end = End.failed(nil)
    /// The part of a conjunction at which the engine found that it does not hold.
    var failingPart: Int?
    /// What predicate and value read, each path once.
    var reads: [Read] = []
  }

  /// How an attempt ended.
  enum End {
    case won, passed, declined
    case failed(RuleError?)
  }

  /// Something that was read, and what it was.
  struct Read {
    /// As one writes it after `c.`; the length of a list has `#` before it.
    let path: String
    let push: LuaPush
    let isSecret: Bool
  }

  /// Reads of one attempt that are kept; a loop may make millions.
  private static let readLimit = 1000

  /// What was seen of keys, in the order in which they were begun.
  private(set) var testimonies: [Testimony] = []
  /// The keys that were read by who asks from outside.
  private(set) var roots: [KeyID] = []
  /// The keys that are being computed, by their places among the testimonies.
  private var underway: [Int] = []
  /// By number of an object: the path under which it was read.
  private var paths: [UInt32: String] = [:]

  /// Notes that a key begins to be computed.
  func begin(_ key: KeyID) {
    underway.append(testimonies.count)
    testimonies.append(Testimony(key: key))
  }

  /// Notes what the rules answered for the key that was begun last.
  func end(_ result: Result<Answer?, RuleError>) {
    guard let place = underway.popLast() else { return }
    switch result {
    case .success(let answer): testimonies[place].answer = answer
    case .failure(let error): testimonies[place].error = error
    }
  }

  /// Notes that a key is read, by the rule that is running or from outside.
  func noteReading(of key: KeyID) {
    guard let place = underway.last else {
      if !roots.contains(key) { roots.append(key) }
      return
    }
    if !testimonies[place].reads.contains(key) { testimonies[place].reads.append(key) }
  }

  // MARK: Candidates

  func begin(_ rule: Rule, of link: Int) {
    guard let place = underway.last else { return }
    testimonies[place].attempts.append(Attempt(rule: rule, link: link))
  }

  func end(_ end: End) {
    guard let place = underway.last, let last = testimonies[place].attempts.indices.last else {
      return
    }
    testimonies[place].attempts[last].end = end
  }

  /// Notes the part of a conjunction that does not hold.
  func noteFailing(part: Int) {
    guard let place = underway.last, let last = testimonies[place].attempts.indices.last else {
      return
    }
    testimonies[place].attempts[last].failingPart = part
  }

  // MARK: Reads

  /// Notes what a member was.
  func note(_ push: LuaPush, at key: LuaValue, of handle: ObjectHandle, isSecret: Bool) {
    guard let path = path(of: key, in: handle) else { return }
    if case .view(let inner, _, _, _) = push, paths[inner.index] == nil {
      paths[inner.index] = path
    }
    keep(Read(path: path, push: push, isSecret: isSecret))
  }

  /// Notes how many elements an object has.
  func noteCount(_ count: Int, of handle: ObjectHandle) {
    guard let path = paths[handle.index] else { return }
    keep(Read(path: "#" + path, push: .value(.integer(Int64(count))), isSecret: false))
  }

  private func path(of key: LuaValue, in handle: ObjectHandle) -> String? {
    let outer = handle == .context ? nil : paths[handle.index]
    if handle != .context, outer == nil { return nil }
    switch key {
    case .string(let name): return outer.map { "\($0).\(name)" } ?? name
    case .integer(let index): return outer.map { "\($0)[\(index)]" }
    default: return nil
    }
  }

  private func keep(_ read: Read) {
    guard let place = underway.last, let last = testimonies[place].attempts.indices.last,
      testimonies[place].attempts[last].reads.count < Self.readLimit,
      !testimonies[place].attempts[last].reads.contains(where: {
        $0.path.hasSameBytes(as: read.path)
      })
    else { return }
    testimonies[place].attempts[last].reads.append(read)
  }
}
