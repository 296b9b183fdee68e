/// What is made of the candidates of a key, so that asking does not try them all.
///
/// Candidates that begin with a test of the same path become a ``Choice`` (by
/// equality and truth) or ``Ranges`` (by order): the path is read once, and only
/// the candidates that what was read leaves open are tried. A candidate that is
/// left out is one whose predicate would have read that path, which the first of
/// them has read already, and would then have been plain false. Where the read is
/// odd, nothing is left out.
struct KeyPlan: Sendable {
  /// A candidate as the plan is given it.
  struct Candidate: Sendable {
    /// Where its predicate's native code begins; `nil` when only the engine can decide it.
    var entry: Int32?
    /// Whether its value can be `nil`, so that the next candidate is asked.
    var canDecline: Bool
  }

  /// A thing to do; they are done in order until a candidate answers.
  struct Step: Sendable {
    enum Kind: UInt8, Sendable {
      /// Tries candidate `number` from `node` on; a negative node means the engine.
      case attempt
      /// Asks candidate `number`, which holds as things stand.
      case answer
      case choice
      case ranges
    }

    let kind: Kind
    let number: Int32
    var node: Int32 = -1
  }

  /// Steps that are done one after the other, as a range of ``steps``.
  struct Row: Sendable {
    let start: Int32
    let end: Int32

    static let empty = Row(start: 0, end: 0)
  }

  /// Candidates that first compare the same path with constants, or test its truth.
  struct Choice: Sendable {
    let path: NativePaths.ID
    /// What is left to do for each constant; `nil` and `false` are always there.
    let rows: [NativeKey: Row]
    /// What is left for all other values.
    let other: Row
    /// All candidates, for when the path cannot be read natively.
    let all: Row
  }

  /// Candidates that first compare the same path with numbers by their order.
  struct Ranges: Sendable {
    let path: NativePaths.ID
    let search: RangeSearch
    /// All candidates; the search gives positions among them.
    let all: Row
  }

  var steps: [Step] = []
  var choices: [Choice] = []
  var ranges: [Ranges] = []
  var first = Row.empty
}

// MARK: - Asking

extension KeyPlan {
  /// Tries candidates, in their order, until one answers.
  ///
  /// - Parameters:
  ///   - code: The native code that the plan was made for.
  ///   - reader: Who reads the context.
  ///   - attempt: Gets a candidate's number, and whether its predicate is known
  ///     to hold; if not, the engine has to find out in its ordinary way. Returns
  ///     whether the candidate answered.
  /// - Returns: Whether some candidate answered.
  /// - Throws: What `attempt` throws.
  func ask<Reader: NativeReader, Failure: Error>(
    _ code: NativeCode, _ reader: inout Reader,
    _ attempt: (Int, Bool, inout Reader) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    try run(first, code, &reader, NativeCode.LastRead(), attempt)
  }

  private func run<Reader: NativeReader, Failure: Error>(
    _ row: Row, _ code: NativeCode, _ reader: inout Reader, _ last: NativeCode.LastRead,
    _ attempt: (Int, Bool, inout Reader) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    var index = Int(row.start)
    while index < Int(row.end) {
      let step = steps[index]
      index += 1
      switch step.kind {
      case .attempt:
        if try self.attempt(step, code, &reader, last, attempt) { return true }
      case .answer:
        if try attempt(Int(step.number), true, &reader) { return true }
      case .choice:
        if try choose(Int(step.number), code, &reader, attempt) { return true }
      case .ranges:
        if try search(Int(step.number), code, &reader, attempt) { return true }
      }
    }
    return false
  }

  @inline(__always)
  private func attempt<Reader: NativeReader, Failure: Error>(
    _ step: Step, _ code: NativeCode, _ reader: inout Reader, _ last: NativeCode.LastRead,
    _ attempt: (Int, Bool, inout Reader) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    guard step.node >= 0 else { return try attempt(Int(step.number), false, &reader) }
    switch code.holds(from: step.node, reader: &reader, last: last) {
    case .no: return false
    case .yes: return try attempt(Int(step.number), true, &reader)
    case .odd: return try attempt(Int(step.number), false, &reader)
    }
  }

  private func choose<Reader: NativeReader, Failure: Error>(
    _ number: Int, _ code: NativeCode, _ reader: inout Reader,
    _ attempt: (Int, Bool, inout Reader) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    let path = choices[number].path
    let value = reader.read(path)
    let row: Row
    if value.isOdd {
      row = choices[number].all
    } else if let key = NativeKey(value) {
      row = choices[number].rows[key] ?? choices[number].other
    } else {
      // A view, or NaN: true, and equal to no constant.
      row = choices[number].other
    }
    return try run(row, code, &reader, NativeCode.LastRead(path, value), attempt)
  }

  private func search<Reader: NativeReader, Failure: Error>(
    _ number: Int, _ code: NativeCode, _ reader: inout Reader,
    _ attempt: (Int, Bool, inout Reader) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    let path = ranges[number].path
    let value = reader.read(path)
    let last = NativeCode.LastRead(path, value)
    let all = ranges[number].all
    guard value.isNumber else { return try run(all, code, &reader, last, attempt) }
    guard let slot = ranges[number].search.slot(of: value) else { return false }
    var position = -1
    while let next = ranges[number].search.position(after: position, inSlot: slot) {
      position = next
      let step = steps[Int(all.start) + next]
      if try self.attempt(step, code, &reader, last, attempt) { return true }
    }
    return false
  }
}

extension NativeValue {
  /// Whether the value is an integer or a float.
  var isNumber: Bool {
    switch self {
    case .integer, .float: true
    default: false
    }
  }
}
