import LuaBridge
import LuaBytecode
import LuaRules

/// Which functions and keys may depend on whether a value of the context is there.
final class DependingRules {
  private struct Question: Hashable {
    let key: ByteName
    let path: [ByteName]
  }

  /// The strings of a function that only Lua runs, and whether it uses the context in another way than to
  /// read keys by their names.
  private struct Words {
    let names: Set<String>
    let readsAnyKey: Bool
  }

  private let model: InspectedModel
  private let keys: KeyTypes
  /// The rules by the first names of their keys.
  private let rules: [ByteName: [InspectedRule]]
  private var answers: [Question: Bool] = [:]
  private var words: [Int: Words] = [:]

  init(_ model: InspectedModel, _ keys: KeyTypes) {
    self.model = model
    self.keys = keys
    rules = Dictionary(grouping: model.rules) { rule in
      ByteName(String(rule.key.prefix { $0 != "." }))
    }
  }

  /// Whether the answers for a key may depend on whether a value is there.
  ///
  /// - Complexity: O(*n*) for the *n* rules of the key, and of those that these read, once for each value.
  func mayDepend(key: String, on path: [String]) -> Bool {
    let question = Question(key: ByteName(key), path: path.map { ByteName($0) })
    if let known = answers[question] { return known }
    // Another model answers.
    guard let rules = rules[question.key] else { return true }
    // A circle adds nothing.
    answers[question] = false
    let mayDepend = rules.contains { rule in
      switch rule.outcome {
      case .host: return true
      case .function(let function) where self.mayDepend(function, on: path): return true
      case .constant, .function: break
      }
      return rule.conditions.contains { self.mayDepend($0, on: path) }
    }
    answers[question] = mayDepend
    return mayDepend
  }

  /// Whether a condition may depend on whether a value is there.
  func mayDepend(_ condition: InspectedRule.Condition, on path: [String]) -> Bool {
    switch condition {
    case .never: false
    case .host: true
    case .pattern(let entries): entries.contains { mayTell($0.path, of: path) }
    case .function(let function): mayDepend(function, on: path)
    }
  }

  /// Whether a function may depend on whether a value is there.
  func mayDepend(_ function: InspectedFunction, on path: [String]) -> Bool {
    guard function.graph.obstacle == nil, !function.graph.nodes.isEmpty else {
      return mayName(path, in: function)
    }
    return function.graph.nodes.contains { node in
      switch node {
      case .test(let test, _, _, _): test.variables.contains { mayTell($0, of: path) }
      case .result(.variable(let variable), _): mayTell(variable, of: path)
      case .result: false
      case .lua: true
      }
    }
  }

  private func mayTell(_ variable: Int, of path: [String]) -> Bool {
    let variable = model.variables[variable]
    return variable.parts.isEmpty
      ? mayTell(variable.path, of: path) : variable.parts.contains { mayTell($0, of: path) }
  }

  /// Whether a value tells something of another one: it is that value, or a part of it, or rules answer it.
  private func mayTell(_ read: [String], of path: [String]) -> Bool {
    if read.isEmpty || read.starts(with: path) { return true }
    guard let key = read.first, keys.isDecidedByRules(read) else { return false }
    return mayDepend(key: key, on: path)
  }

  /// Whether a function that only Lua runs names a value, or an object that it may hand on with the value
  /// in it.
  private func mayName(_ path: [String], in function: InspectedFunction) -> Bool {
    guard let code = model.code.functions[function.number]?.code else { return true }
    let words = words[function.number] ?? self.words(of: code, function.number)
    self.words[function.number] = words
    if words.readsAnyKey || path.suffix(2).contains(where: { words.names.contains($0) }) {
      return true
    }
    return words.names.contains { name in
      keys.isDecidedByRules([name]) && mayDepend(key: name, on: path)
    }
  }

  private func words(of code: CompiledFunction, _ number: Int) -> Words {
    var readsAnyKey = false
    code.forEachUse { use, _ in
      if case .readingAnyKey = use { readsAnyKey = true }
    }
    return Words(names: model.code.names(inFunction: number), readsAnyKey: readsAnyKey)
  }
}
