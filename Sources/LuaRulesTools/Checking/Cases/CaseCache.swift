import LuaBridge

/// A cache of what is known in cases.
///
/// Each answer is kept with the paths that were read to find it: a case in which these have the same values has
/// the same answer, whatever other paths have.
struct CaseCache<Subject: Hashable, Answer> {
  /// The answers that were found by reading the same paths.
  private struct Answers {
    let paths: [String]
    /// The answers, by the values of the paths; `nil` for a path that a case leaves as it is.
    var known: [[LuaType?]: Answer] = [:]
  }

  private var answers: [Subject: [Answers]] = [:]
  private var count = 0
  private static var mostAnswers: Int { 1 << 14 }
  /// How many sets of paths are looked at for one answer.
  private static var mostSets: Int { 8 }

  /// Returns what is known, with the paths that it depends on; `nil` for nothing.
  func answer(
    for subject: Subject, in settings: [String: LuaType]
  ) -> (answer: Answer, paths: [String])? {
    for one in answers[subject] ?? [] {
      if let known = one.known[one.paths.map { settings[$0] }] { return (known, one.paths) }
    }
    return nil
  }

  /// Keeps an answer that was found by reading some paths.
  mutating func keep(
    _ answer: Answer, for subject: Subject, reading paths: Set<String>,
    in settings: [String: LuaType]
  ) {
    guard count < Self.mostAnswers else { return }
    let paths = paths.sorted()
    var all = answers[subject] ?? []
    let index = all.firstIndex { $0.paths == paths } ?? all.count
    if index == all.count {
      guard index < Self.mostSets else { return }
      all.append(Answers(paths: paths))
    }
    all[index].known[paths.map { settings[$0] }] = answer
    answers[subject] = all
    count += 1
  }
}

/// What is known of a model in cases.
final class CaseCaches {
  /// What rules give to keys.
  var types = CaseCache<String, LuaType?>()
  /// Whether the conditions of rules hold.
  var truths = CaseCache<Int, Bool?>()
  /// What functions do.
  var functions = CaseCache<Int, FunctionInCase?>()
  /// The functions of which a calculation may leave the range of integers in some case.
  var overflowing: Set<Int> = []
}
