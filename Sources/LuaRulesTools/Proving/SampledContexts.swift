import LuaBridge
import LuaRules

/// Contexts of a schema that are made at random, of values that rules can tell apart.
///
/// They find differences in what no case can follow, such as loops and calculations. The same seed
/// makes the same contexts.
struct SampledContexts {
  private let types: [(name: String, type: ValueType)]
  private let constants: [[String]: Set<TestedValue>]
  private let schema: RuleSchema
  private var state: UInt64

  /// Creates contexts for the keys of a schema that no rule assigns.
  init(_ rules: [ProvedRules], _ schema: RuleSchema, seed: UInt64 = 1) {
    types = schema.names.sortedByBytes().compactMap { name in
      let isAsked = name.contains(".") || rules.contains { $0.isAssigned(name) }
      return isAsked ? nil : schema.type(of: name).map { (name, $0) }
    }
    var constants: [[String]: Set<TestedValue>] = [:]
    for side in rules {
      var seen: Set<ByteName> = []
      for key in side.keys { side.addConstants(comparedFor: key, &constants, &seen) }
    }
    self.constants = constants
    self.schema = schema
    state = seed
  }

  /// Returns another context.
  mutating func next() -> LuaTable {
    var context = LuaTable()
    for (name, type) in types where schema.requires([name]) || isChosen(3, of: 4) {
      guard let value = value(of: type, at: [name]) else { continue }
      context = context.setting(value, at: [name])
    }
    return context
  }

  private mutating func value(of type: ValueType, at path: [String]) -> LuaValue? {
    switch type.withoutNull {
    case .object(let object):
      var table = LuaTable()
      for member in object.members where !member.type.isFunction {
        guard member.isRequired || isChosen(3, of: 4),
          let value = value(of: member.type, at: path + [member.name])
        else { continue }
        table = table.setting(value, at: [member.name])
      }
      return .table(table)
    case .list(let element):
      var table = LuaTable()
      let limits = schema.limits[path.declaredPath]
      let count = (limits?.leastCount ?? 0) + random(below: 4)
      for _ in 0..<min(count, limits?.mostCount ?? count) {
        if let value = value(of: element, at: path + ["[]"]) { table.elements.append(value) }
      }
      return .table(table)
    case .number where isChosen(1, of: 2), .integer where isChosen(1, of: 2):
      let number: Int64 = [-1, 0, 1, 2, 3, 10, 100, 1000][random(below: 8)]
      if case .integer(let range?) = type.withoutNull, !range.contains(number) { break }
      if schema.limits[path.declaredPath]?.allows(Double(number)) == false { break }
      return .integer(number)
    default: break
    }
    let values = try? WitnessValue.all(
      of: type, at: path, limits: schema.limits, comparedWith: constants[path] ?? [])
    let known = (values ?? []).compactMap(\.value)
    return known.isEmpty ? nil : known[random(below: known.count)]
  }

  private mutating func isChosen(_ count: Int, of all: Int) -> Bool { random(below: all) < count }

  /// The next number of a linear congruential sequence.
  private mutating func random(below bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}
