import LuaBridge
import LuaRules

/// A path that rules read, with its values in parts that are followed one by one.
struct CaseVariable {
  let name: String
  /// How many keys are between the rule and the path.
  let distance: Int
  /// How many keys that rules answer the path follows from; 0 for one that the program sets.
  let height: Int
  /// Types without a value in common, which together are all that the path may have.
  let parts: [LuaType]

  private static let mostParts = 16

  /// Creates a variable.
  ///
  /// - Parameters:
  ///   - name: The path, with dots.
  ///   - distance: How many keys are between the rule and the path.
  ///   - height: How many keys that rules answer the path follows from.
  ///   - type: The type of its values.
  ///   - numbers: The numbers that rules compare the values with.
  init(
    _ name: String, distance: Int, height: Int, _ type: LuaType, cutAt numbers: Set<Double>
  ) {
    self.name = name
    self.distance = distance
    self.height = height
    parts = Self.parts(of: type, at: numbers)
  }

  private static func parts(of type: LuaType, at numbers: Set<Double>) -> [LuaType] {
    guard !type.isAny else { return [type] }
    var parts: [LuaType] = []
    for kind: LuaType.Kinds in [.nothing, .null, .no, .yes] where type.mayBe(kind) {
      parts.append(type.only(kind))
    }
    if type.mayBe(.text) {
      let texts = type.only(.text)
      if let listed = texts.texts {
        for text in listed.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
          var part = texts
          part.texts = [text]
          parts.append(part)
        }
      } else {
        parts.append(texts)
      }
    }
    if type.mayBe(.number) { parts += self.parts(ofNumber: type.only(.number), at: numbers) }
    let others = type.only([.table, .function, .other])
    if !others.isNever { parts.append(others) }
    return parts.count <= mostParts ? parts : [type]
  }

  private static func parts(ofNumber type: LuaType, at numbers: Set<Double>) -> [LuaType] {
    let range = type.range
    var cuts = numbers.filter { $0 >= range.lower && $0 <= range.upper }.sorted()
    if type.isOnly(.integer), range.upper - range.lower < Double(mostParts) {
      cuts = Array(stride(from: range.lower, through: range.upper, by: 1))
    }
    guard !cuts.isEmpty, cuts.count <= mostParts else { return [type] }
    var ranges: [NumberRange] = []
    var rest = NumberRange(lower: range.lower, isLowerOpen: range.isLowerOpen)
    for cut in cuts {
      var below = rest
      (below.upper, below.isUpperOpen) = (cut, true)
      ranges += [below, NumberRange(lower: cut, upper: cut)]
      rest = NumberRange(lower: cut, isLowerOpen: true)
    }
    (rest.upper, rest.isUpperOpen) = (range.upper, range.isUpperOpen)
    ranges.append(rest)
    var parts = ranges.compactMap { range -> LuaType? in
      var part = type
      part.range = type.isOnly(.integer) ? range.ofIntegers : range
      return part.range.isEmpty ? nil : part
    }
    if range.mayBeNaN, !type.isOnly(.integer), !parts.isEmpty {
      // What is no number goes with the last part.
      parts[parts.count - 1].range.mayBeNaN = true
    }
    return parts
  }
}
