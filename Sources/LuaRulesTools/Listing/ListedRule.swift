import LuaBridge
import LuaBytecode
import LuaRules

/// The description of a rule for authoring tools.
struct ListedRule: Sendable {
  /// The key, or the path, that it assigns.
  let key: String
  /// The model that it belongs to: 0 for the first, then the fallbacks.
  let model: Int
  /// The position in the order of declaration, for each model on its own.
  let declarationIndex: Int
  let priority: Priority
  let complexity: Int
  let name: String?
  let doc: String?
  /// Where the rule begins.
  let location: SourceLocation
  let predicate: Predicate
  let gives: Outcome
  /// The paths below the context that the condition and the value probably read, each once.
  ///
  /// For patterns this is exact. Reads inside the functions that a function calls are missing.
  let reads: [[String]]

  /// The value that a rule gives.
  enum Outcome: Sendable {
    /// A constant; secrets are masked.
    case constant(LuaValue)
    case function
    case host(String)
  }
}

extension RuleModel {
  /// Returns all rules: model by model, and in each in the order of declaration.
  ///
  /// - Complexity: O(*n*) in the number of rules and of their functions' instructions.
  func listedRules() throws(RuleError) -> [ListedRule] {
    var listed: [ListedRule] = []
    for (number, core) in try asked().enumerated() {
      let lister = try RuleLister(core, model: number)
      for rule in core.rules { listed.append(lister.list(rule)) }
      lister.end()
    }
    return listed
  }

  /// Returns the candidates of each key, in the order in which an evaluation tries them.
  ///
  /// Keys are in byte order; the candidates of fallback models come last.
  func listedCandidates() throws(RuleError) -> [(key: String, rules: [ListedRule])] {
    let cores = current
    var listed: [[Int: ListedRule]] = Array(repeating: [:], count: cores.count)
    for rule in try listedRules() { listed[rule.model][rule.declarationIndex] = rule }
    return assignedKeys.map { key in
      let rules = cores.indices.flatMap { model in
        (cores[model].candidates[key] ?? []).compactMap {
          listed[model][$0.rank.declarationIndex]
        }
      }
      return (key, rules)
    }
  }
}

/// Describes the rules of one model, with a Lua state borrowed from it.
private struct RuleLister {
  private let core: ModelCore
  private let model: Int
  private let state: LuaState

  init(_ core: ModelCore, model: Int) throws(RuleError) {
    self.core = core
    self.model = model
    state = try core.takeState()
  }

  /// Gives the borrowed state back.
  func end() { core.giveState(state) }

  func list(_ rule: Rule) -> ListedRule {
    var reads = reads(of: rule.predicate)
    if case .function(let number) = rule.assignment { reads += self.reads(ofFunction: number) }
    var seen: Set<[String]> = []
    reads.removeAll { !seen.insert($0).inserted }
    return ListedRule(
      key: rule.key, model: model, declarationIndex: rule.rank.declarationIndex,
      priority: rule.rank.priority, complexity: rule.rank.complexity, name: rule.name,
      doc: rule.doc, location: rule.location, predicate: rule.predicate,
      gives: outcome(of: rule), reads: reads)
  }

  private func outcome(of rule: Rule) -> ListedRule.Outcome {
    switch rule.assignment {
    case .function: return .function
    case .host(let number):
      let functions = core.request.host.functions
      return .host(functions.indices.contains(number) ? functions[number].name : "")
    case .constant(let value):
      if core.schema.isSecret(rule.key) { return .constant(.string(Redaction.text)) }
      return .constant(value.masked(as: core.schema.typeOfOneRule(for: rule.key)))
    }
  }

  private func reads(of predicate: Predicate) -> [[String]] {
    switch predicate {
    case .always, .never, .host: return []
    case .pattern(let pattern): return pattern.entries.map(\.path)
    case .function(let number): return reads(ofFunction: number)
    case .all(let parts): return parts.flatMap { reads(of: $0) }
    }
  }

  private func reads(ofFunction number: Int) -> [[String]] {
    if let planned = core.luaFreeFunctions, let function = planned[number] {
      return outermost(function.native.reads, in: planned.paths)
    }
    guard let bytes = state.dump(function: number),
      let function = try? CompiledFunction.decode(bytes)
    else { return [] }
    var paths = NativePaths()
    let reads = FunctionReads.of(function, in: &paths)
    return outermost(reads, in: paths)
  }

  private func outermost(_ reads: [NativePaths.ID], in paths: NativePaths) -> [[String]] {
    // A read of `todo.title` includes a read of `todo`.
    let inner = Set(reads.map { paths[$0].parent })
    return reads.filter { !inner.contains($0) }.map { paths.names(of: $0) }
  }
}

extension ListedRule {
  private static let longestOutcome = 40

  /// What the rule gives, in one line that is not long.
  func outcomeText(_ schema: RuleSchema) -> String {
    switch gives {
    case .function: return "a function"
    case .host(let name): return "host.\(name)"
    case .constant(let value):
      var text = value.literal
      if case .table = value, let json = try? JSON.write(value, as: schema.typeOfOneRule(for: key))
      {
        text = json
      }
      return text.count <= Self.longestOutcome ? text : "\(text.prefix(Self.longestOutcome - 1))…"
    }
  }
}
