import LuaBridge

/// Records what an evaluation does, to explain its answer afterwards.
///
/// An evaluation with a recorder tries the candidates in order until one answers, and skips none.
/// Native code decides those that it can decide.
final class EvaluationRecorder {
  /// What the evaluation did to compute one key.
  struct KeyTrace {
    let key: KeyID
    /// The candidates that were tried, in order.
    var attempts: [Attempt] = []
    /// The keys that were read meanwhile, each once.
    var reads: [KeyID] = []
    /// The answer of a rule; `nil` if no rule answered or a rule failed.
    var answer: Answer?
    var error: RuleError?
  }

  /// A candidate that was tried.
  struct Attempt {
    let rule: Rule
    /// The number of its model in the chain.
    let modelIndex: Int
    var end = End.failed(nil)
    /// The part of a conjunction that does not hold.
    var failingPart: Int?
    /// What the predicate and the value function read, each path once.
    var reads: [Read] = []
    /// What it contributed to an answer of several rules.
    var contribution: RawAnswer?
  }

  /// How an attempt ended.
  enum End {
    case won, passed, declined
    case failed(RuleError?)
  }

  /// A value that was read, with its path.
  struct Read {
    /// The path as written after `c.`, with `#` before it for a length.
    let path: String
    let push: LuaPush
    let isSecret: Bool
  }

  /// The most reads that are recorded for one attempt; a loop may make millions.
  private static let readLimit = 1000

  /// The records of keys, in the order in which the keys were begun.
  private(set) var traces: [KeyTrace] = []
  /// The keys that the caller outside has read.
  private(set) var roots: [KeyID] = []
  /// The keys that are being computed, as indices into `traces`.
  private var underway: [Int] = []
  /// The path at which an object was read, by index of its handle.
  private var paths: [UInt32: String] = [:]

  /// Notes that the computation of a key begins.
  func begin(_ key: KeyID) {
    underway.append(traces.count)
    traces.append(KeyTrace(key: key))
  }

  /// Notes the result of the rules for the key that was begun last.
  func end(_ result: Result<Answer?, RuleError>) {
    guard let place = underway.popLast() else { return }
    switch result {
    case .success(let answer): traces[place].answer = answer
    case .failure(let error): traces[place].error = error
    }
  }

  /// Notes that the running rule, or the caller outside, reads a key.
  func noteReading(of key: KeyID) {
    guard let place = underway.last else {
      if !roots.contains(key) { roots.append(key) }
      return
    }
    if !traces[place].reads.contains(key) { traces[place].reads.append(key) }
  }

  // MARK: Candidates

  func begin(_ rule: Rule, of modelIndex: Int) {
    guard let place = underway.last else { return }
    traces[place].attempts.append(Attempt(rule: rule, modelIndex: modelIndex))
  }

  func end(_ end: End) {
    guard let place = underway.last, let last = traces[place].attempts.indices.last else {
      return
    }
    traces[place].attempts[last].end = end
  }

  /// Notes what the last attempt contributed to an answer of several rules.
  func noteContribution(_ given: RawAnswer) {
    guard let place = underway.last, let last = traces[place].attempts.indices.last else {
      return
    }
    traces[place].attempts[last].contribution = given
  }

  /// Notes the part of a conjunction that does not hold.
  func noteFailing(part: Int) {
    guard let place = underway.last, let last = traces[place].attempts.indices.last else {
      return
    }
    traces[place].attempts[last].failingPart = part
  }

  // MARK: Reads

  /// Notes the value of a member.
  func note(_ push: LuaPush, at key: LuaValue, of handle: ObjectHandle, isSecret: Bool) {
    guard let path = path(of: key, in: handle) else { return }
    if case .view(let inner, _, _, _) = push, paths[inner.index] == nil {
      paths[inner.index] = path
    }
    keep(Read(path: path, push: push, isSecret: isSecret))
  }

  /// Notes the length of an object.
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
    guard let place = underway.last, let last = traces[place].attempts.indices.last,
      traces[place].attempts[last].reads.count < Self.readLimit,
      !traces[place].attempts[last].reads.contains(where: {
        $0.path.hasSameBytes(as: read.path)
      })
    else { return }
    traces[place].attempts[last].reads.append(read)
  }
}
