import LuaBridge
import LuaRules

/// The rules of one model, as checks look at them.
struct CheckedRules {
  let model: InspectedModel
  /// The models that are asked before this one.
  let number: Int
  /// The candidates of each key in the order in which they are asked; keys in byte order.
  let keys: [(key: String, candidates: [Candidate])]
  private let places: [[ByteName]: Int]

  init(_ model: InspectedModel, number: Int) {
    self.model = model
    self.number = number
    let named = model.variables.enumerated().filter { $0.element.isPath }
      .map { ($0.element.path.map { ByteName($0) }, $0.offset) }
    let places = Dictionary(named) { first, _ in first }
    self.places = places
    let pathKeys = model.rules.lazy.map(\.key).filter { $0.contains(".") }.uniqueByBytes()
    let closing = CaseClosing(model.variables, places, pathKeys)
    var groups: [ByteName: [InspectedRule]] = [:]
    for rule in model.rules { groups[rule.key, default: []].append(rule) }
    keys = groups.keys.sortedByBytes().map { key in
      let ordered = (groups[key] ?? []).sorted { $0.rank > $1.rank }
      return (key, ordered.map { Candidate($0) { closing.close($0) } })
    }
  }

  /// The number of the variable that is a path, if something tests it.
  func variable(_ path: [String]) -> Int? { places[path.map { ByteName($0) }] }
}

/// Adds to cases what follows from them: what has a member that is something is something.
private struct CaseClosing {
  /// For each variable those that are on the way to it.
  private let outer: [[Int]]

  init(_ variables: [DecisionVariable], _ places: [[ByteName]: Int], _ pathKeys: [String]) {
    var prefixes: Set<ByteName> = []
    for key in pathKeys {
      var path = key[...]
      while let dot = path.lastIndex(of: ".") {
        path = path[..<dot]
        prefixes.insert(String(path))
      }
    }
    outer = variables.map { variable in
      guard variable.path.count > 1 else { return [] }
      return (1..<variable.path.count).compactMap { count in
        let path = Array(variable.path.prefix(count))
        // A member that is a key of its own needs nothing around it.
        return prefixes.contains(path.joined(separator: "."))
          ? nil : places[path.map { ByteName($0) }]
      }
    }
  }

  /// Returns the case with what follows from it; `nil` when it contradicts itself.
  func close(_ situation: RuleCase) -> RuleCase? {
    var result = situation
    for (variable, domain) in situation.domains where !domain.contains(.nothing) {
      for other in outer[variable] where !result.narrow(other, to: .truth) { return nil }
    }
    return result
  }
}
