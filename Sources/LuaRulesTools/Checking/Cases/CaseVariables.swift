import LuaBridge
import LuaRules

/// Finds the paths that decide about rules: those that they read, and those that the rules for these read.
struct CaseVariables {
  private let rules: CheckedRules
  private let types: KeyTypes
  private let positions: [ByteName: Int]
  /// The paths that the rules of a key read, with the numbers that they are compared with.
  private var known: [ByteName: [String: Set<Double>]] = [:]
  /// How many paths are looked at for one rule, and how many keys behind one another.
  private static let mostPaths = 16
  private static let mostDepth = 4
  private var names: [ByteName: CaseNames] = [:]
  private var readsByNames: [Int: Bool] = [:]
  private var heights: [ByteName: Int] = [:]
  private static let mostHeight = 64
  private var circular: [ByteName: Bool] = [:]
  /// How many paths are listed that something depends on.
  private static let mostNames = 128

  init(_ rules: CheckedRules, _ types: KeyTypes) {
    self.rules = rules
    self.types = types
    positions = Dictionary(
      rules.keys.indices.map { (ByteName(rules.keys[$0].key), $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the paths that decide about a rule, nearer ones first.
  ///
  /// - Parameters:
  ///   - rule: The rule.
  ///   - earlier: Rules that are asked before it.
  /// - Returns: The paths that have more than one part.
  mutating func variables(of rule: InspectedRule, behind earlier: [Candidate]) -> [CaseVariable] {
    var numbers = reads(of: rule)
    for candidate in earlier {
      merge(
        reads(of: candidate.rule, withValue: candidate.canDecline), into: &numbers)
    }
    var level = numbers.keys.sorted()
    var names = level.map { (name: $0, distance: 0) }
    var seen = Set(level)
    for distance in 1...Self.mostDepth {
      var next: Set<String> = []
      for name in level {
        guard let key = types.names.assignedKey(of: name.namesOfPath) else { continue }
        let reads = reads(ofKey: key)
        for (path, others) in reads {
          numbers[path, default: []].formUnion(others)
          if seen.insert(path).inserted { next.insert(path) }
        }
      }
      level = next.sorted()
      names += level.map { ($0, distance) }
      if level.isEmpty || names.count >= Self.mostPaths { break }
    }
    // A member decides more than the object that it is in.
    return names.prefix(Self.mostPaths).filter { one in
      !seen.contains { $0.hasPrefix("\(one.name).") } && !dependsOnItself(one.name)
    }.map { one in
      CaseVariable(
        one.name, distance: one.distance, height: height(of: one.name),
        type(of: one.name.namesOfPath), cutAt: numbers[one.name] ?? [])
    }.filter { $0.parts.count > 1 }
  }

  /// Returns the paths that the answers for a key depend on.
  mutating func names(behind key: String) -> CaseNames {
    if let known = names[ByteName(key)] { return known }
    let found = names(behind: [key])
    names[ByteName(key)] = found
    return found
  }

  private mutating func names(behind paths: [String]) -> CaseNames {
    var found: Set<String> = []
    var pending = paths
    while let name = pending.popLast() {
      guard found.insert(name).inserted else { continue }
      guard found.count <= Self.mostNames else { return CaseNames(nil) }
      // What a rule reads as a whole, it reads in parts.
      guard let key = types.names.assignedKey(of: name.namesOfPath) else { continue }
      if rulesReadAnything(for: key) { return CaseNames(nil) }
      pending += reads(ofKey: key).keys
    }
    return CaseNames(found)
  }

  private mutating func rulesReadAnything(for key: String) -> Bool {
    positions[ByteName(key)].map { position in
      rules.keys[position].candidates.contains { readsAnything($0.rule) }
    } ?? false
  }

  /// Whether a rule may read paths that are not visible.
  private mutating func readsAnything(_ rule: InspectedRule) -> Bool {
    rule.functions.contains { function in
      if let known = readsByNames[function.number] { return known }
      let reads = rules.model.code.readsByCalculatedNames(inFunction: function.number)
      readsByNames[function.number] = reads
      return reads
    }
  }

  /// Whether the rules for a key read it, by way of others perhaps: no value agrees with what they give.
  private mutating func dependsOnItself(_ name: String) -> Bool {
    guard let key = types.names.assignedKey(of: name.namesOfPath) else { return false }
    if let known = circular[ByteName(key)] { return known }
    var found: Set<String> = []
    var pending = Array(reads(ofKey: key).keys)
    var dependsOnItself = false
    while let next = pending.popLast(), !dependsOnItself {
      guard let other = types.names.assignedKey(of: next.namesOfPath) else { continue }
      if other == key || found.count > Self.mostNames { dependsOnItself = true }
      if found.insert(other).inserted { pending += reads(ofKey: other).keys }
    }
    circular[ByteName(key)] = dependsOnItself
    return dependsOnItself
  }

  private mutating func height(of name: String, depth: Int = 0) -> Int {
    guard let key = types.names.assignedKey(of: name.namesOfPath) else { return 0 }
    if let known = heights[ByteName(key)] { return known }
    guard depth < Self.mostHeight else { return 0 }
    // A circle is told elsewhere.
    heights[ByteName(key)] = 0
    var height = 0
    for path in reads(ofKey: key).keys.sorted() {
      height = max(height, self.height(of: path, depth: depth + 1))
    }
    heights[ByteName(key)] = height + 1
    return height + 1
  }

  private func type(of path: [String]) -> LuaType {
    types.type(of: path) { types.type(ofKey: $0) }
  }

  private mutating func reads(ofKey key: String) -> [String: Set<Double>] {
    if let known = known[ByteName(key)] { return known }
    var found: [String: Set<Double>] = [:]
    let index = positions[ByteName(key)]
    for candidate in index.map({ rules.keys[$0].candidates }) ?? [] {
      merge(reads(of: candidate.rule), into: &found)
    }
    known[ByteName(key)] = found
    return found
  }

  /// Returns the keys that a rule itself reads.
  func keysRead(by rule: InspectedRule) -> [String] { reads(of: rule).keys.sorted() }

  private func reads(of rule: InspectedRule, withValue: Bool = true) -> [String: Set<Double>] {
    var found: [String: Set<Double>] = [:]
    var parts = rule.conditions
    if withValue, case .function(let function) = rule.outcome { parts.append(.function(function)) }
    for part in parts {
      for path in part.pathsRead where !path.isEmpty {
        let name = types.names.assignedKey(of: path) ?? path.joined(separator: ".")
        found[name, default: []].formUnion([])
      }
    }
    for part in parts { addNumbers(of: part, to: &found) }
    return found
  }

  private func merge(_ other: [String: Set<Double>], into all: inout [String: Set<Double>]) {
    for (path, numbers) in other { all[path, default: []].formUnion(numbers) }
  }

  private func addNumbers(
    of condition: InspectedRule.Condition, to found: inout [String: Set<Double>]
  ) {
    func add(_ variable: Int, _ value: TestedValue) {
      let name = rules.model.variables[variable].path.joined(separator: ".")
      switch value {
      case .integer(let number): found[name]?.insert(Double(number))
      case .float(let number): found[name]?.insert(number)
      default: break
      }
    }
    switch condition {
    case .never, .host: break
    case .pattern(let entries):
      for entry in entries {
        for value in entry.condition.constants.compactMap({ TestedValue($0) }) {
          add(entry.variable, value)
        }
      }
    case .function(let function):
      for case .test(let test, _, _, _) in function.graph.nodes {
        switch (test.left, test.right) {
        case (.variable(let variable), .constant(let value)),
          (.constant(let value), .variable(let variable)):
          add(variable, value)
        default: break
        }
      }
    }
  }
}

/// Paths that something depends on.
struct CaseNames {
  /// The paths; `nil` if it may depend on any.
  private let names: Set<String>?
  /// The objects around them.
  private let outer: Set<String>

  init(_ names: Set<String>?) {
    self.names = names
    outer = Set((names ?? []).flatMap(\.namesAround))
  }

  /// Whether the values of a path, of a part of it, or of an object around it are among them.
  func concern(_ name: String) -> Bool {
    guard let names else { return true }
    return names.contains(name) || outer.contains(name)
      || name.contains(".") && name.namesAround.contains { names.contains($0) }
  }
}

extension InspectedRule.Condition {
  /// The paths that the condition probably reads.
  fileprivate var pathsRead: [[String]] {
    switch self {
    case .never, .host: []
    case .pattern(let entries): entries.map(\.path)
    case .function(let function): function.probablePaths
    }
  }
}

extension String {
  /// The names of a path that is written with dots.
  var namesOfPath: [String] { split(separator: ".").map(String.init) }

  /// The paths of the objects around a path that is written with dots.
  fileprivate var namesAround: [String] {
    indices.filter { self[$0] == "." }.map { String(self[..<$0]) }
  }
}
