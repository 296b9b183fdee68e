import LuaBridge
import LuaBytecode
import LuaRules

/// Which functions and keys may depend on whether a value of the context is there.
final class DependingRules {
  private struct Question: Hashable {
    let key: ByteName
    let path: [ByteName]
  }

  /// What a function that only Lua runs names, and whether it uses the context in another way than to read
  /// keys by their names.
  private struct Words {
    let names: Set<String>
    let readsAnyKey: Bool
  }

  private let model: InspectedModel
  private let keys: KeyTypes
  /// The rules by the first names of their keys.
  private lazy var rules = Dictionary(grouping: model.rules) { rule in
    ByteName(String(rule.key.prefix { $0 != "." }))
  }
  private var answers: [Question: Bool] = [:]
  private var words: [Int: Words] = [:]
  /// How many keys are looked at for one question; beyond that an answer may depend on anything.
  private static let mostKeys = 256

  init(_ model: InspectedModel, _ keys: KeyTypes) {
    self.model = model
    self.keys = keys
  }

  /// Whether the answers for a key may depend on whether a value is there.
  ///
  /// - Complexity: O(*n*) for the *n* rules of the key, and of those that these read, once for each value.
  func mayDepend(key: String, on path: [String]) -> Bool {
    let question = Question(key: ByteName(key), path: path.map { ByteName($0) })
    if let known = answers[question] { return known }
    let mayDepend = followsKeys(from: [key], to: path)
    answers[question] = mayDepend
    return mayDepend
  }

  /// Whether a condition may depend on whether a value is there.
  func mayDepend(_ condition: InspectedRule.Condition, on path: [String]) -> Bool {
    looks(condition, at: path)
      || answers(readBy: condition).contains { mayDepend(key: $0, on: path) }
  }

  /// Whether a function may depend on whether a value is there.
  func mayDepend(_ function: InspectedFunction, on path: [String]) -> Bool {
    mayDepend(.function(function), on: path)
  }

  /// Whether rules for one of some keys, or for keys that these read, look at a value.
  private func followsKeys(from keys: Set<String>, to path: [String]) -> Bool {
    var known = keys
    var pending = Array(keys)
    while let key = pending.popLast() {
      // Another model may answer.
      guard let rules = rules[ByteName(key)], known.count <= Self.mostKeys else { return true }
      for rule in rules {
        var parts = rule.conditions
        switch rule.outcome {
        case .host: return true
        case .function(let function): parts.append(.function(function))
        case .constant: break
        }
        for part in parts {
          if looks(part, at: path) { return true }
          for key in answers(readBy: part) where known.insert(key).inserted { pending.append(key) }
        }
      }
    }
    return false
  }

  // MARK: One condition or function

  /// Whether a condition itself looks at a value, or at a part of it.
  private func looks(_ condition: InspectedRule.Condition, at path: [String]) -> Bool {
    switch condition {
    case .never: return false
    case .host: return true
    case .pattern(let entries): return entries.contains { $0.path.starts(with: path) }
    case .function(let function):
      guard function.isPlanned else { return names(path, in: function) }
      return function.graph.nodes.contains { node in
        if case .lua = node { return true }
        return paths(in: node).contains { $0.isEmpty || $0.starts(with: path) }
      }
    }
  }

  /// The keys that rules answer and that a condition reads.
  private func answers(readBy condition: InspectedRule.Condition) -> Set<String> {
    switch condition {
    case .never, .host: return []
    case .pattern(let entries): return Set(entries.compactMap { key(of: $0.path) })
    case .function(let function):
      guard function.isPlanned else {
        return words(of: function)?.names.filter { keys.isDecidedByRules([$0]) } ?? []
      }
      return Set(
        function.graph.nodes.flatMap { paths(in: $0) }.compactMap { key(of: $0) })
    }
  }

  private func key(of path: [String]) -> String? {
    keys.isDecidedByRules(path) ? path.first : nil
  }

  /// The paths of the values that a test compares, or that a function gives back.
  private func paths(in node: DecisionGraph.Node) -> [[String]] {
    var pending: [Int] = []
    switch node {
    case .test(let test, _, _, _): pending = test.variables
    case .result(.variable(let variable), _): pending = [variable]
    case .result, .lua: return []
    }
    var paths: [[String]] = []
    while let number = pending.popLast() {
      let variable = model.variables[number]
      if variable.parts.isEmpty { paths.append(variable.path) } else { pending += variable.parts }
    }
    return paths
  }

  /// Whether a function that only Lua runs names a value, or an object that it may hand on with the value
  /// in it.
  private func names(_ path: [String], in function: InspectedFunction) -> Bool {
    guard let words = words(of: function) else { return true }
    guard !words.readsAnyKey, let name = path.last, !words.names.contains(name) else { return true }
    guard let parent = path.dropLast().last, words.names.contains(parent) else { return false }
    return model.code.handsOn(parent, inFunction: function.number)
  }

  private func words(of function: InspectedFunction) -> Words? {
    if let known = words[function.number] { return known }
    guard let code = model.code.functions[function.number]?.code else { return nil }
    var readsAnyKey = false
    code.forEachUse { use, _ in
      if case .readingAnyKey = use { readsAnyKey = true }
    }
    let found = Words(
      names: model.code.names(inFunction: function.number), readsAnyKey: readsAnyKey)
    words[function.number] = found
    return found
  }
}

extension InspectedFunction {
  /// Whether its graph shows all that it does.
  fileprivate var isPlanned: Bool { graph.obstacle == nil && !graph.nodes.isEmpty }
}
