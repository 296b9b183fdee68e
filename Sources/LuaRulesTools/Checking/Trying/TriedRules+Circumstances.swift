import LuaBridge
import LuaRules

// What a failure depends on.

extension TriedRules {
  /// How many evaluations the search for the values of a failure may take.
  private static let mostTakenAway = 400
  /// How many other contexts show that a rule fails by what some paths have alone.
  private static let otherCount = 6

  /// Returns a failure with the values without which the rule does not fail, and with the paths at which
  /// a value would help.
  func described(
    _ error: RuleError, of attempt: Attempt, in values: LuaTable
  ) -> Failure {
    var failure = Failure(error: error)
    let left = evaluationsLeft.failures
    let end = left - min(Self.mostTakenAway, left / 20)
    var reduction = FailureReduction(
      schema: schema, random: attempt.loaded.usualRandom)
    let own = attempt.rule.ownPaths
    let smallest = reduction.reduced(
      values, own, paths(readBy: attempt.rule),
      beside: attempt.loaded.usualContexts(Self.otherCount)
    ) {
      evaluationsLeft.failures > end && isSame(attempt, $0, error)
    }
    let leaves = smallest.leaves(below: []).filter { reduction.matters($0.path) }
    failure.values = leaves
    if leaves.count > Failure.mostNamed {
      // What the rule reads itself tells more than what that follows from.
      let isOwn = leaves.map { leaf in
        own.contains { $0.starts(with: leaf.path) || leaf.path.starts(with: $0) }
      }
      failure.values = zip(leaves, isOwn).filter(\.1).map(\.0)
      failure.values += zip(leaves, isOwn).filter { !$1 }.map(\.0)
    }
    var random = attempt.loaded.usualRandom
    let lacking = attempt.rule.probablePaths.map { smallest.lackingPart(of: $0) }
    for path in lacking.compactMap(\.self).uniquePaths() where failure.missing.count < 3 {
      guard !failure.missing.contains(where: { path.starts(with: $0) }), !isAnswered(path[0]),
        let value = random.value(of: schema.type(ofDeclared: path[...]), at: path),
        evaluationsLeft.failures > end,
        !isSame(attempt, values.setting(value, at: path[...]), error)
      else { continue }
      failure.missing.append(path)
    }
    return failure
  }

  /// Whether a rule or a default answers for a key that a context does not set.
  private func isAnswered(_ key: String) -> Bool {
    rulesByKey[ByteName(key)] != nil || schema.hasDefault(key)
  }

  /// Returns the paths that a rule reads, and those that the rules for them read.
  private func paths(readBy rule: InspectedRule) -> [[String]] {
    var found: Set<[String]> = []
    var pending = rule.probablePaths
    while let path = pending.popLast() {
      guard !path.isEmpty, found.insert(path).inserted else { continue }
      for count in 1...path.count {
        let key = ByteName(path[..<count].joined(separator: "."))
        pending += rulesByKey[key]?.flatMap(\.probablePaths) ?? []
      }
    }
    return found.sorted { $0.lexicographicallyPrecedes($1) }
  }
}

/// Takes from a context what a failure does not need.
private struct FailureReduction {
  let schema: RuleSchema
  var random: SampledContexts
  /// The paths that may matter; `nil` for all.
  private var paths: [[String]]?
  /// The paths of required values with others of which the rule fails, too.
  private var indifferent: Set<[String]> = []

  /// With how many other values a required value is tried.
  private static let otherCount = 3

  init(schema: RuleSchema, random: SampledContexts) {
    self.schema = schema
    self.random = random
  }

  /// Whether the failure depends on a value.
  func matters(_ path: [String]) -> Bool {
    mayMatter(path) && !indifferent.contains { path.starts(with: $0) }
  }

  private func mayMatter(_ path: [String]) -> Bool {
    paths?.contains { $0.starts(with: path) || path.starts(with: $0) } ?? true
  }

  /// Returns the smallest context that fails.
  ///
  /// - Parameters:
  ///   - values: A context that fails.
  ///   - own: The paths that the rule reads itself.
  ///   - all: Those and the paths that the rules for them read.
  ///   - others: Other contexts, for the values at other paths.
  ///   - fails: Whether a context fails.
  /// - Returns: The context without all that is not needed.
  mutating func reduced(
    _ values: LuaTable, _ own: [[String]], _ all: [[String]],
    beside others: some Collection<LuaTable>, _ fails: (LuaTable) -> Bool
  ) -> LuaTable {
    if others.allSatisfy({ fails(values.placed(in: $0, at: own)) }) {
      paths = own
    } else if others.prefix(2).allSatisfy({ fails(values.placed(in: $0, at: all)) }) {
      paths = all
    }
    // What does not matter as a whole is not looked into.
    for field in values.fields where mayMatter([field.name]) {
      guard !own.contains(where: { $0.first == field.name }) else { continue }
      let isIndifferent = others.prefix(Self.otherCount).allSatisfy { other in
        other[field.name].map { fails(values.setting($0, at: [field.name])) } ?? false
      }
      if isIndifferent { indifferent.insert([field.name]) }
    }
    return smallest(values, [], fails)
  }

  /// Returns a table without the fields and the elements that a failure does not need.
  private mutating func smallest(
    _ table: LuaTable, _ path: [String], _ fails: (LuaTable) -> Bool
  ) -> LuaTable {
    var table = table
    let least = leastCount(at: path)
    while table.elements.count > least {
      let last = table.elements.removeLast()
      guard fails(table) else {
        table.elements.append(last)
        break
      }
    }
    for field in table.fields {
      let place = path + [field.name]
      guard mayMatter(place), !indifferent.contains(place) else { continue }
      let isRequired = isRequired(field.name, in: path)
      var without = table
      without.fields.removeAll { $0.name.hasSameBytes(as: field.name) }
      if !isRequired, fails(without) {
        table = without
        continue
      }
      let outer = table
      let type = schema.type(ofDeclared: place[...])
      if case .table(let inner) = field.value {
        let small = smallest(inner, place) {
          fails(outer.setting(.table($0), at: [field.name]))
        }
        table = outer.setting(.table(small), at: [field.name])
        // Of a list that is longer, the failure needs the elements.
        guard isRequired, !type.isObject, small.elements.count <= leastCount(at: place) else {
          continue
        }
      }
      if isRequired, failsAnyway(table, field.name, type, place, fails) {
        indifferent.insert(place)
      }
    }
    return table
  }

  /// Whether a failure occurs with other values of a field, too; then it does not matter.
  private mutating func failsAnyway(
    _ table: LuaTable, _ name: String, _ type: ValueType, _ place: [String],
    _ fails: (LuaTable) -> Bool
  ) -> Bool {
    guard let value = table[name] else { return false }
    var others = random.values(of: type, at: place, count: Self.otherCount)
    others += (type.listedValues ?? []).prefix(Self.otherCount).map(\.value)
    switch (type.withoutNull, value) {
    case (.string, _): others.append(.string("something else"))
    case (.integer, .integer(let number)), (.number, .integer(let number)):
      others += [number &+ 1, number &- 1].filter { number in
        schema.limits[place.declaredPath]?.allows(Double(number)) ?? true
      }.map { .integer($0) }
    default: break
    }
    others.removeAll { $0.isEqual(to: value) }
    return !others.isEmpty && others.allSatisfy { fails(table.setting($0, at: [name])) }
  }

  private func leastCount(at path: [String]) -> Int {
    schema.limits[path.declaredPath]?.leastCount ?? 0
  }

  /// Whether the schema requires a field.
  private func isRequired(_ name: String, in path: [String]) -> Bool {
    if path.isEmpty { return schema.limits.requiredKeys?.contains(ByteName(name)) == true }
    guard case .object(let object) = schema.type(ofDeclared: path[...]).withoutNull else {
      return false
    }
    return object.members.contains { $0.isRequired && $0.name.hasSameBytes(as: name) }
  }
}

extension InspectedRule {
  /// The paths that the rule reads, without those of objects of which it reads members.
  fileprivate var ownPaths: [[String]] {
    let paths = Set(probablePaths)
    let outer = Set(
      paths.flatMap { path in (0..<max(path.count, 1)).map { Array(path.prefix($0)) } })
    return paths.subtracting(outer).sorted { $0.lexicographicallyPrecedes($1) }
  }
}

extension ValueType {
  fileprivate var isObject: Bool { if case .object = withoutNull { true } else { false } }
}

extension LuaTable {
  /// Returns the values of a context, without the objects around them.
  fileprivate func leaves(below path: [String]) -> [TriedRules.Setting] {
    fields.flatMap { field in
      let path = path + [field.name]
      guard case .table(let inner) = field.value, inner.elements.isEmpty, !inner.fields.isEmpty
      else { return [(path, field.value)] }
      return inner.leaves(below: path)
    }
  }

  /// Returns another context with the values that this one has at paths, and with all of a key that has
  /// nothing at one of them.
  fileprivate func placed(in other: LuaTable, at paths: [[String]]) -> LuaTable {
    var result = other
    var whole: Set<String> = []
    for path in paths where lackingPart(of: path) != nil { whole.formUnion(path.prefix(1)) }
    for path in paths {
      guard let name = path.first else { continue }
      if whole.contains(name) {
        if let value = self[name] {
          result.set(value, for: name)
        } else {
          result.fields.removeAll { $0.name.hasSameBytes(as: name) }
        }
      } else if let value = value(at: path) {
        result = result.setting(value, at: path[...])
      }
    }
    return result
  }

  /// Returns the value at a path, or at that part of it which is no table; `nil` if there is none.
  private func value(at path: [String]) -> LuaValue? {
    var value = LuaValue.table(self)
    for name in path {
      guard case .table(let table) = value, let next = table[name] else { return nil }
      value = next
    }
    return value
  }

  /// Returns the first part of a path at which there is no value; `nil` if there is a value at the path.
  fileprivate func lackingPart(of path: [String]) -> [String]? {
    var table = self
    for (index, name) in path.enumerated() {
      guard let value = table[name] else { return Array(path[...index]) }
      guard case .table(let inner) = value else { return nil }
      table = inner
    }
    return nil
  }
}

extension [[String]] {
  fileprivate func uniquePaths() -> [[String]] {
    var seen: Set<[String]> = []
    return filter { seen.insert($0).inserted }
  }
}
