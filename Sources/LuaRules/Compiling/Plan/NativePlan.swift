import LuaBridge

/// The native code of a key's candidates, and the plan of the candidates.
///
/// It is made once, from a state whose files were run and frozen. It is valid
/// for every state of the model, because all states have the same content.
///
/// An evaluation of a key has these steps:
/// 1. ``KeyPlan/ask(_:_:_:)`` evaluates the candidates with a ``NativeReader``.
/// 2. If a candidate is known to hold, its value is next: its constant, or
///    ``NativeCode/result(from:reader:)`` of its value function, which is the
///    number of a constant, a path that is still to be read, or a value; `nil`
///    declines. If the result is undecided, or there is no native code, Lua is
///    called.
/// 3. If a candidate is not known to hold, the engine evaluates it completely in
///    its usual way: Lua repeats the reads of native code, and raises the errors.
final class NativePlan: Sendable {
  /// The content that is read often, and never copied.
  struct Content: ~Copyable, Sendable {
    let code: NativeCode
    /// The paths that the code reads.
    let paths: NativePaths
    let plan: KeyPlan
    /// For each candidate the entry of its predicate; negative if only the
    /// engine can decide it.
    let predicates: [Int32]
    /// For each candidate the entry of its value function; negative if there is
    /// none, or only Lua can run it.
    let values: [Int32]
  }

  private let fixed: FixedValue<Content>
  /// Whether the plan tries every candidate that may hold, also after one that answers.
  let triesAll: Bool
  /// The paths of which some rule may read only parts.
  private let limitedPaths: Set<NativePaths.ID>
  /// The keys that rules with a restricted grant read.
  private let grantedKeys: [String]

  /// Returns whether a rule with a restricted grant reads a key through an
  /// alias.
  ///
  /// Then both names must be granted, which is checked when the rule reads.
  func readsAlias(in values: ContextValues) -> Bool {
    grantedKeys.contains { values.original(of: $0) != nil }
  }

  /// Returns whether some rule may read only parts of the value at a path.
  ///
  /// A value without parts is undecided then, for all rules.
  func isLimited(_ path: NativePaths.ID) -> Bool {
    !limitedPaths.isEmpty && limitedPaths.contains(path)
  }

  var paths: NativePaths { fixed.with { $0.paths } }

  /// The plan of the candidates.
  var plan: KeyPlan { fixed.with { $0.plan } }

  /// Evaluates candidates; see ``KeyPlan/ask(_:_:_:)``.
  @inline(__always)
  func ask<Reader: NativeReader, Failure: Error>(
    _ reader: inout Reader,
    _ attempt: (Int, Bool, inout Reader) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    try fixed.with { content throws(Failure) in
      try content.plan.ask(content.code, &reader, attempt)
    }
  }

  /// Returns whether a candidate's predicate holds, using only its own code.
  func holds<Reader: NativeReader>(
    _ candidate: Int, reader: inout Reader
  ) -> NativeVerdict {
    fixed.with { content in
      let entry = content.predicates[candidate]
      return entry < 0 ? .undecided : content.code.holds(from: entry, reader: &reader)
    }
  }

  /// Returns the entry of a candidate's value function; negative if there is
  /// none, or only Lua can run it.
  func value(of candidate: Int) -> Int32 { fixed.with { $0.values[candidate] } }

  /// Runs a value function.
  func result<Reader: NativeReader>(
    from entry: Int32, reader: inout Reader
  ) -> NativeCode.Result {
    fixed.with { $0.code.result(from: entry, reader: &reader) }
  }

  /// Returns the facts about a path.
  func entry(of path: NativePaths.ID) -> NativePaths.Entry { fixed.with { $0.paths[path] } }

  /// Returns the constant with a number.
  func constant(_ number: Int32) -> NativeValue { fixed.with { $0.code.constants[Int(number)] } }

  /// Makes the plan of a key.
  ///
  /// - Parameters:
  ///   - rules: The candidates, in the order of evaluation.
  ///   - limit: The limit of work for the rules.
  ///   - sources: The restricted sources, by the scopes of the rules from 1 on.
  ///   - outside: The values that the rules' functions capture.
  ///   - triesAll: Whether the plan tries every candidate that may hold.
  /// - Complexity: O(*n* log *n*) for *n* rules, plus the bounded work for each function.
  init(
    _ rules: [Rule], limit: Int = PlanningLimit.standard.steps, sources: [GrantedSource] = [],
    outside: any OutsideValues, triesAll: Bool = false
  ) {
    self.triesAll = triesAll
    var builder = NativeBuilder(outside: outside, totalLimit: limit)
    if rules.contains(where: \.hasFunctions) { builder.code.reserve(constants: rules.count) }
    var granted = GrantedReads(sources)
    let predicates = rules.map { rule in
      let predicate = builder.build(rule.predicate)
      let isPermitted = granted.permit(predicate.reads, to: rule, in: builder.paths)
      return isPermitted ? predicate.entry ?? -1 : -1
    }
    var candidates: [KeyPlan.Candidate] = []
    candidates.reserveCapacity(rules.count)
    let values = rules.enumerated().map { number, rule in
      let function = builder.build(valueOf: rule.assignment)
      let isPermitted = granted.permit(function?.reads ?? [], to: rule, in: builder.paths)
      candidates.append(
        KeyPlan.Candidate(
          entry: predicates[number] < 0 ? nil : predicates[number],
          canDecline: triesAll || rule.assignment.canDecline(isPermitted ? function : nil)))
      return isPermitted ? function?.entry ?? -1 : -1
    }
    fixed = FixedValue(
      Content(
        code: builder.code, paths: builder.paths,
        plan: KeyPlan(candidates, code: builder.code, paths: builder.paths),
        predicates: predicates, values: values))
    limitedPaths = granted.limitedPaths(among: builder.paths)
    grantedKeys = granted.keys.sortedByBytes()
  }
}

extension NativeBuilder {
  /// Makes native code of a rule's assignment, if that is a function.
  fileprivate mutating func build(valueOf assignment: Assignment) -> NativeFunction? {
    guard case .function(let number) = assignment else { return nil }
    if let known = builtFunctions.value(of: number) { return known }
    let made =
      build(functionNumber: number) ?? .lua(because: NativeObstacle(kind: .call, line: 0))
    builtFunctions.add(made, of: number)
    return made
  }
}

extension Assignment {
  /// Returns whether the value can be `nil`, so that the next candidate is
  /// evaluated.
  fileprivate func canDecline(_ function: NativeFunction?) -> Bool {
    switch self {
    case .constant(.nil): true
    case .constant: false
    case .function: function?.canDecline ?? true
    case .host: true
    }
  }
}

extension Rule {
  /// Whether native code of the rule is made from functions, for which a state
  /// is needed.
  var hasFunctions: Bool {
    if case .function = assignment { return true }
    return predicate.hasFunctions
  }
}

extension Predicate {
  fileprivate var hasFunctions: Bool {
    switch self {
    case .function: true
    case .all(let parts): parts.contains(where: \.hasFunctions)
    case .always, .never, .pattern, .host: false
    }
  }
}
