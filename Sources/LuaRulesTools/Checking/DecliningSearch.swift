import LuaBridge
import LuaRules

/// The search for the cases in which a value function gives nothing.
struct DecliningSearch {
  /// Where the function gives nothing in some case, and the case.
  typealias Found = (situation: RuleCase, place: SourceLocation?)

  private let declared: DeclaredDomains
  /// Whether a context may have no value for a variable, as the schema says.
  private let mayBeMissing: (_ variable: Int) -> Bool
  /// The maximum number of tests to follow.
  private static let stepLimit = 4096

  init(
    _ declared: DeclaredDomains, mayBeMissing: @escaping (_ variable: Int) -> Bool = { _ in false }
  ) {
    self.declared = declared
    self.mayBeMissing = mayBeMissing
  }

  /// Finds the cases in which a function gives nothing.
  ///
  /// - Parameters:
  ///   - function: The function.
  ///   - situations: The cases in which it is called.
  /// - Returns: The cases; `nil` if there are too many to follow.
  func cases(of function: InspectedFunction, in situations: [RuleCase]) -> [Found]? {
    let nodes = function.graph.nodes
    var found: [Found] = []
    var pending = situations.map { (node: 0, situation: $0) }
    var steps = 0
    while let (number, situation) = pending.popLast() {
      steps += 1
      guard steps <= Self.stepLimit, nodes.indices.contains(number) else { return nil }
      switch nodes[number] {
      case .test(let test, let yes, let no, _):
        for (outcome, next) in [(false, no), (true, yes)] {
          var way = situation
          if way.add(test, outcome, declared), declared.allows(way, after: test) {
            pending.append((next, way))
          }
        }
      case .result(.constant(.nothing), let place):
        found.append((declared.simplified(situation), place))
      case .result(.variable(let variable), let place) where mayBeMissing(variable):
        // What was tested before may be missing on purpose.
        guard situation.domains[variable] == nil else { continue }
        var way = situation
        if way.narrow(variable, to: ValueDomain(oneOf: [.nothing])) {
          found.append((declared.simplified(way), place))
        }
      case .result, .lua: break
      }
    }
    return found
  }

  /// Returns a case in words, as in `` `order.status` is "shipped"``; `nil` if it cannot be said.
  func text(of situation: RuleCase, _ variables: [DecisionVariable]) -> String? {
    guard situation.relations.isEmpty, !situation.domains.isEmpty else { return nil }
    var parts: [String] = []
    for (variable, domain) in situation.domains.sorted(by: { $0.key < $1.key }) {
      guard variables[variable].isPath,
        let values = text(of: domain, declared.type(of: variable))
      else { return nil }
      parts.append("`\(variables[variable].path.joined(separator: "."))` is \(values)")
    }
    return parts.joined(separator: " and ")
  }

  private func text(of domain: ValueDomain, _ type: LuaType) -> String? {
    if domain.allowed == [.nothing] { return "nil" }
    if domain.isRange, domain.allowed == nil, domain.excluded.isEmpty, type.isOnly(.number) {
      return domain.rangeText
    }
    guard let values = type.fewValues ?? domain.allowed else { return nil }
    let left = values.filter { domain.contains($0) && type.contains($0) }.map(\.literal).sorted()
    guard !left.isEmpty, left.count <= 4 else { return nil }
    return left.joined(separator: " or ")
  }
}

extension LuaType {
  /// All values, if they are few.
  var fewValues: Set<TestedValue>? {
    guard isOnly([.nothing, .no, .yes, .text]), !mayBe(.text) || texts != nil else { return nil }
    var values = Set((texts ?? []).map { TestedValue.text($0) })
    if mayBe(.nothing) { values.insert(.nothing) }
    if mayBe(.no) { values.insert(.boolean(false)) }
    if mayBe(.yes) { values.insert(.boolean(true)) }
    return values
  }
}

extension ValueDomain {
  /// The bounds in words, as in `at least 50`.
  fileprivate var rangeText: String {
    func text(_ number: Double) -> String {
      (Int64(exactly: number).map { .integer($0) } ?? LuaValue.number(number)).literal
    }
    if let lower, let upper, lower.number == upper.number { return text(lower.number) }
    let least = lower.map { "\($0.isInside ? "at least" : "more than") \(text($0.number))" }
    let most = upper.map { "\($0.isInside ? "at most" : "less than") \(text($0.number))" }
    return [least, most].compactMap(\.self).joined(separator: " and ")
  }
}
