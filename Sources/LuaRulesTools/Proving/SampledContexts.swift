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
  private let entries: [[String]: [String]]
  private let mentioned: MentionedConstants
  private var state: UInt64
  /// Whether keys, members and elements are there of which the schema does not say whether they may be
  /// missing.
  private var isUsual = false
  /// How many contexts were made, and whether most numbers of the context are as great as they may be:
  /// sums and products of small ones never pass a bound that is meant for great ones.
  private var madeCount = 0
  private var isGreat = false
  /// The state for such contexts, beside that for others.
  private var stateOfGreat: UInt64 = 7
  /// The constants of two sets of rules, which contexts then have as values more often.
  var compared: ComparedConstants?
  /// The texts that the context has already at the members of a name.
  private var usedTexts: [String: [String]] = [:]
  /// How many elements of lists the context may still have.
  private var elementsLeft = SampledContexts.mostElements

  /// Each so many contexts, one has great numbers.
  private static let greatInterval = 5
  /// Of an integer with up to this many values, any may be made: most often of one with few.
  private static let manyIntegers = 1 << 30
  private static let fewIntegers = 64
  /// How many elements all lists of a context have together at most.
  private static let mostElements = 1000

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
    entries = rules.reduce(into: [:]) { $1.addEntries(to: &$0) }
    mentioned = MentionedConstants(
      rules.flatMap(\.models), names: Set(rules.flatMap(\.allNames)))
    state = seed
  }

  /// Contexts as programs usually make them.
  ///
  /// If the schema does not list the keys that are required, all are set, and so are all members of an
  /// object of which it does not list those; and if it says of no list how many elements it has, lists
  /// have some.
  var usual: SampledContexts {
    var result = self
    result.isUsual = true
    return result
  }

  /// Whether rules compare a value at a path with a constant.
  func isCompared(_ value: LuaValue, at path: [String]) -> Bool {
    guard let value = TestedValue(value) else { return false }
    return constants[path]?.contains(value) == true
  }

  /// Whether a function mentions a text beside the name of the member at a path.
  func isMentioned(_ text: String, at path: [String]) -> Bool {
    path.last { $0 != "[]" }.map { mentioned.texts[$0]?.contains(text) == true } ?? false
  }

  /// Returns values of a type, which need not all be different.
  mutating func values(of type: ValueType, at path: [String], count: Int) -> [LuaValue] {
    (0..<count).compactMap { _ in
      type.isOptional && isChosen(1, of: 4) ? .nil : value(of: type, at: path)
    }
  }

  /// Returns another context, without some of the keys and members that are not required.
  mutating func next() -> LuaTable {
    madeCount += 1
    isGreat = madeCount % Self.greatInterval == 0
    if isGreat { swap(&state, &stateOfGreat) }
    defer {
      if isGreat { swap(&state, &stateOfGreat) }
      isGreat = false
    }
    var context = LuaTable.emptyObject
    usedTexts = [:]
    elementsLeft = Self.mostElements
    let setsKeys = isUsual && schema.limits.requiredKeys == nil
    for (name, type) in types {
      let isRequired = schema.requires([name])
      // A rule that tests whether a key is set is there for contexts that leave it out.
      let isSet = setsKeys && constants[[name]]?.contains(.nothing) != true
      // The types are in byte order, as fields must be.
      if isSet || isRequired && !type.isOptional || isChosen(3, of: 4) {
        guard let value = value(of: type, at: [name]) else { continue }
        context.fields.append((name, value))
      } else if isRequired {
        context.fields.append((name, .null))
      }
    }
    for name in compared?.undeclared ?? [] where isChosen(1, of: 2) {
      if let value = value(of: .any, at: [name]) { context = context.setting(value, at: [name]) }
    }
    return context
  }

  /// Returns a value of a type; `nil` if none can be made.
  mutating func value(of type: ValueType, at path: [String]) -> LuaValue? {
    guard compared != nil else { return sample(of: type, at: path) }
    let value = isChosen(1, of: 2) ? constant(of: type, at: path) : nil
    let result = value ?? sample(of: type, at: path)
    if case .string(let text)? = result, let name = path.last(where: { $0 != "[]" }) {
      usedTexts[name, default: []].append(text)
    }
    return result
  }

  /// Returns a constant of the rules, one beside a number, or a text that the context has already.
  private mutating func constant(of type: ValueType, at path: [String]) -> LuaValue? {
    guard let name = path.last(where: { $0 != "[]" }) else { return nil }
    let changed = compared?.changed[name] ?? .init()
    let all = compared?.all[name] ?? .init()
    let wantsChanged = isChosen(1, of: 2)
    switch type.withoutNull {
    case .integer, .number:
      let numbers = wantsChanged && !changed.numbers.isEmpty ? changed.numbers : all.numbers
      guard !numbers.isEmpty else { return nil }
      let number = numbers[random(below: numbers.count)] &+ Int64(random(below: 3) - 1)
      if case .integer(let range?) = type.withoutNull, !range.contains(number) { return nil }
      if schema.limits[path.declaredPath]?.allows(Double(number)) == false { return nil }
      return .integer(number)
    case .string, .any:
      if let used = usedTexts[name], isChosen(1, of: 4) {
        return .string(used[random(below: used.count)])
      }
      let texts = wantsChanged && !changed.texts.isEmpty ? changed.texts : all.texts
      return texts.isEmpty ? nil : .string(texts[random(below: texts.count)])
    default: return nil
    }
  }

  private mutating func sample(of type: ValueType, at path: [String]) -> LuaValue? {
    if isGreat, isChosen(1, of: 2), let number = greatest(of: type, at: path) { return number }
    switch type.withoutNull {
    case .object(let object):
      var table = LuaTable.emptyObject
      let tells =
        schema.limits[path.declaredPath]?.tellsRequired
        ?? object.members.contains(where: \.isRequired)
      // The members are in byte order, as fields must be.
      for member in object.members where !member.type.isFunction {
        let isSet = member.isRequired || isUsual && !tells
        guard isSet && !member.type.isOptional || isChosen(3, of: 4) else {
          if isSet { table.fields.append((member.name, .null)) }
          continue
        }
        guard let value = value(of: member.type, at: path + [member.name]) else { continue }
        table.fields.append((member.name, value))
      }
      return .table(table)
    case .list(let element):
      var table = LuaTable()
      let limits = schema.limits[path.declaredPath]
      let least = min(
        schema.limits.countsLists ? limits?.leastCount ?? 0 : isUsual ? 3 : 0, Self.mostElements)
      let count = least + random(below: 4)
      for _ in 0..<min(count, limits?.mostCount ?? count, elementsLeft) where elementsLeft > 0 {
        elementsLeft -= 1
        if let value = value(of: element, at: path + ["[]"]) { table.elements.append(value) }
      }
      return .table(table)
    case .dictionary(let element):
      var table = LuaTable.emptyObject
      for name in (entries[path] ?? []) + ["some", "other"] where isChosen(1, of: 2) {
        guard let value = value(of: element, at: path + [name]) else { continue }
        table = table.setting(value, at: [name])
      }
      return .table(table)
    case .date: return .integer(1_700_000_000 + Int64(random(below: 400)) * 86_400)
    case .duration: return .integer([0, 60, 3600][random(below: 3)])
    case .uuid, .url, .data: return type.valueOfFormat
    case .decimal: return .integer([0, 1, 10, 250][random(below: 4)])
    case .string where isChosen(1, of: 3):
      let texts = path.last { $0 != "[]" }.flatMap { mentioned.texts[$0] } ?? []
      if !texts.isEmpty { return .string(texts[random(below: texts.count)]) }
    case .integer(let range?)
    where range.isShort(Self.manyIntegers)
      && isChosen(1, of: range.isShort(Self.fewIntegers) ? 3 : 4):
      return .integer(range.lowerBound + Int64(random(below: range.count)))
    case .number where isChosen(1, of: 2), .integer where isChosen(1, of: 2):
      let numbers = path.last { $0 != "[]" }.flatMap { mentioned.numbers[$0] } ?? []
      var number: Int64 = [-1, 0, 1, 2, 3, 10, 100, 1000][random(below: 8)]
      if !numbers.isEmpty, isChosen(1, of: 2) {
        number = numbers[random(below: numbers.count)] &+ Int64(random(below: 3) - 1)
      }
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

  /// Returns the greatest number of a type, or a great one if it has no bound; `nil` for other types.
  private mutating func greatest(of type: ValueType, at path: [String]) -> LuaValue? {
    let unbounded: [Int64] = [1000, 100_000, 10_000_000]
    switch type.withoutNull {
    case .integer(let range?) where range.upperBound < .max: return .integer(range.upperBound)
    case .integer, .number:
      if let most = schema.limits[path.declaredPath]?.maximum {
        return schema.limits[path.declaredPath]?.allows(most) == true ? .number(most) : nil
      }
      let number = unbounded[random(below: unbounded.count)]
      if case .integer(let range?) = type.withoutNull, !range.contains(number) { return nil }
      return .integer(number)
    default: return nil
    }
  }

  private mutating func isChosen(_ count: Int, of all: Int) -> Bool { random(below: all) < count }

  /// The next number of a linear congruential sequence.
  private mutating func random(below bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}

extension ClosedRange<Int64> {
  /// Whether there are at most some numbers in the range.
  func isShort(_ most: Int) -> Bool {
    let (distance, isTooLong) = upperBound.subtractingReportingOverflow(lowerBound)
    return !isTooLong && distance < most
  }
}
