extension CandidateIndex {
  /// Makes the index of a key.
  ///
  /// - Parameters:
  ///   - candidates: The candidates, in the order of evaluation.
  ///   - code: The native code of their predicates.
  ///   - paths: The paths that the code reads.
  /// - Complexity: O(*n* log *n*) in time and O(*n*) in memory for *n*
  ///   candidates that test few constants each.
  init(_ candidates: [Candidate], code: DecisionProgram, paths: NativePaths) {
    var builder = CandidateIndexBuilder(candidates, code: code, paths: paths)
    self = builder.build()
  }
}

/// An index under construction.
struct CandidateIndexBuilder {
  /// The minimum number of candidates for a choice or a search.
  static let fewest = 6
  /// The minimum number of candidates for a merge.
  static let fewestMerged = 16
  /// The maximum nesting depth of choices.
  static let depthLimit = 5

  /// A candidate, and the node of its predicate after all known tests.
  struct Attempt {
    let candidate: Int32
    /// Negative if only the engine can decide the predicate.
    let node: Int32
  }

  let candidates: [CandidateIndex.Candidate]
  let code: DecisionProgram
  let paths: NativePaths
  /// The constants of the code as keys.
  let keys: [NativeKey?]
  var index = CandidateIndex()
  /// How many more attempts all choices together may hold, so that memory stays
  /// linear.
  var room: Int
  /// How many more tests may be followed to find the open attempts for a value.
  var work: Int

  init(_ candidates: [CandidateIndex.Candidate], code: DecisionProgram, paths: NativePaths) {
    self.candidates = candidates
    self.code = code
    self.paths = paths
    keys = code.constants.map { NativeKey(kept: $0) }
    room = 24 * candidates.count + 1024
    work = 512 * candidates.count + 1 << 20
  }

  mutating func build() -> CandidateIndex {
    let attempts = candidates.enumerated().map { number, candidate in
      Attempt(candidate: Int32(clamping: number), node: candidate.entry ?? -1)
    }
    index.first = row(of: attempts, depth: 0)
    return index
  }

  /// Makes the row that evaluates candidates in order.
  mutating func row(of attempts: [Attempt], depth: Int) -> CandidateIndex.Row {
    if attempts.count == 1 { return row(of: attempts[0]) }
    let heads = HeadRuns(attempts.map { head(of: $0.node) })
    var steps: [CandidateIndex.Step] = []
    var index = 0
    while index < attempts.count {
      switch heads[index] {
      case .fails:
        index += 1
        continue
      case .holds:
        steps.append(step(for: attempts[index]))
        // No later candidate can be reached.
        let isLast = !candidates[Int(attempts[index].candidate)].canDecline
        index = isLast ? attempts.count : index + 1
        continue
      case .chooses(let path) where depth < Self.depthLimit:
        let length = heads.length(at: index)
        if length >= Self.fewest,
          let count = choice(of: attempts[index..<index + length], by: path, depth, &steps)
        {
          index += count
          continue
        }
        let end = heads.mergeEnd(from: index)
        if end - index >= Self.fewestMerged,
          let count = merge(of: attempts[index..<end], &steps)
        {
          index += count
          continue
        }
      case .compares(let path) where heads.length(at: index) >= Self.fewest:
        let end = index + heads.length(at: index)
        steps.append(ranges(of: attempts[index..<end], by: path, depth))
        index = end
        continue
      default: break
      }
      steps.append(step(for: attempts[index]))
      index += 1
    }
    return add(steps)
  }

  /// Makes the row of one candidate, the most frequent case for many rules.
  mutating func row(of attempt: Attempt) -> CandidateIndex.Row {
    if case .fails = head(of: attempt.node) { return .empty }
    return add(step(for: attempt))
  }

  func step(for attempt: Attempt) -> CandidateIndex.Step {
    if attempt.node >= 0, case .holds = head(of: attempt.node) {
      return CandidateIndex.Step(kind: .answer, number: attempt.candidate)
    }
    return CandidateIndex.Step(kind: .attempt, number: attempt.candidate, node: attempt.node)
  }

  private mutating func add(_ step: CandidateIndex.Step) -> CandidateIndex.Row {
    let start = Int32(clamping: index.steps.count)
    index.steps.append(step)
    return CandidateIndex.Row(start: start, end: start + 1)
  }

  mutating func add(_ steps: [CandidateIndex.Step]) -> CandidateIndex.Row {
    guard !steps.isEmpty else { return .empty }
    let start = Int32(clamping: index.steps.count)
    index.steps += steps
    return CandidateIndex.Row(start: start, end: Int32(clamping: index.steps.count))
  }
}

/// The heads of a row, with the lengths of their runs.
struct HeadRuns {
  private let heads: [CandidateIndexBuilder.Head]
  private var lengths: [Int]
  /// For each head, the end of the run of choices by any paths that begins
  /// there, without long runs.
  private var ends: [Int]

  init(_ heads: [CandidateIndexBuilder.Head]) {
    self.heads = heads
    lengths = Array(repeating: 1, count: heads.count)
    ends = Array(heads.indices)
    for index in heads.indices.reversed() {
      let hasNext = index + 1 < heads.count
      if hasNext, heads[index] == heads[index + 1] { lengths[index] = lengths[index + 1] + 1 }
      guard case .chooses = heads[index], lengths[index] < CandidateIndexBuilder.fewestMerged else {
        continue
      }
      ends[index] = hasNext ? max(index + 1, ends[index + 1]) : index + 1
    }
  }

  subscript(index: Int) -> CandidateIndexBuilder.Head { heads[index] }

  /// Returns how many heads of the same kind and path begin at an index.
  func length(at index: Int) -> Int { lengths[index] }

  /// Returns the end of the choices that begin at an index.
  func mergeEnd(from index: Int) -> Int { ends[index] }
}
