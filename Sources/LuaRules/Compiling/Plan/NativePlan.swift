import LuaBridge

/// The native code of a key's candidates, and the plan of them.
///
/// It is made once, of a state whose files were run and frozen, and is good for
/// every state of the model, as all of them hold the same.
///
/// Asking for a key goes like this:
/// 1. ``KeyPlan/ask(_:_:_:)`` tries the candidates with a ``NativeReader``.
/// 2. For one that is known to hold, the value is next: its constant, or
///    ``NativeCode/result(from:reader:)`` of its value function, which is a
///    constant's number, a path that is still to be read, or a value; `nil`
///    declines. Where that is undecided, or there is no native code, Lua is called.
/// 3. For one that is not known to hold, the engine finds out in its ordinary
///    way, whole: Lua reads again what native code read, and raises what is to be
///    raised.
final class NativePlan: Sendable {
  /// What is looked at again and again, and never copied.
  struct Content: ~Copyable, Sendable {
    let code: NativeCode
    /// What the paths in the code stand for.
    let paths: NativePaths
    let plan: KeyPlan
    /// By candidate: where its predicate begins; negative where only the engine can decide it.
    let predicates: [Int32]
    /// By candidate: where its value function begins; negative for what is none, or is Lua's.
    let values: [Int32]
  }

  private let fixed: FixedValue<Content>
  /// The paths of which some rule may read parts only.
  private let limitedPaths: Set<NativePaths.ID>
  /// The keys that are read by rules which may not read everything.
  private let grantedKeys: [String]

  /// Whether a rule that may not read everything reads a key by another name.
  ///
  /// Then it is to be allowed both names, which is found out when it reads.
  func readsAlias(in values: ContextValues) -> Bool {
    grantedKeys.contains { values.original(of: $0) != nil }
  }

  /// Whether some rule may read parts only of what is at a path.
  ///
  /// What has no parts is undecided then, for all rules.
  func isLimited(_ path: NativePaths.ID) -> Bool {
    !limitedPaths.isEmpty && limitedPaths.contains(path)
  }

  var paths: NativePaths { fixed.with { $0.paths } }

  /// What is done with the candidates.
  var plan: KeyPlan { fixed.with { $0.plan } }

  /// Tries candidates; see ``KeyPlan/ask(_:_:_:)``.
  @inline(__always)
  func ask<Reader: NativeReader, Failure: Error>(
    _ reader: inout Reader,
    _ attempt: (Int, Bool, inout Reader) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    try fixed.with { content throws(Failure) in
      try content.plan.ask(content.code, &reader, attempt)
    }
  }

  /// Tells whether a candidate's predicate holds, by its own code alone.
  func holds<Reader: NativeReader>(
    _ candidate: Int, reader: inout Reader
  ) -> NativeVerdict {
    fixed.with { content in
      let entry = content.predicates[candidate]
      return entry < 0 ? .undecided : content.code.holds(from: entry, reader: &reader)
    }
  }

  /// Where the value function of a candidate begins; negative for what is none, or is Lua's.
  func value(of candidate: Int) -> Int32 { fixed.with { $0.values[candidate] } }

  /// Runs a value function.
  func result<Reader: NativeReader>(
    from entry: Int32, reader: inout Reader
  ) -> NativeCode.Result {
    fixed.with { $0.code.result(from: entry, reader: &reader) }
  }

  /// What is known of a path.
  func entry(of path: NativePaths.ID) -> NativePaths.Entry { fixed.with { $0.paths[path] } }

  /// The constant with a number.
  func constant(_ number: Int32) -> NativeValue { fixed.with { $0.code.constants[Int(number)] } }

  /// Makes the plan of a key.
  ///
  /// - Parameters:
  ///   - rules: The candidates, in the order in which they are asked.
  ///   - limit: How much work the rules may be.
  ///   - sources: The sources that may not do everything, by the rules' scopes from 1 on.
  ///   - outside: What surrounds their functions.
  /// - Complexity: O(*n* log *n*) for *n* rules, plus the bounded work for each function.
  init(
    _ rules: [Rule], limit: Int = PlanningLimit.standard.steps, sources: [GrantedSource] = [],
    outside: any OutsideValues
  ) {
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
          canDecline: rule.assignment.canDecline(isPermitted ? function : nil)))
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
  /// Makes native code of what a rule gives, if that is a function.
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
  /// Whether the value can be `nil`, so that the next candidate is asked.
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
  /// Whether native code of it is made of functions, for which a state is needed.
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
