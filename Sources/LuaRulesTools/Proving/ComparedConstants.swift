import LuaBridge
import LuaBytecode
import LuaRules

/// The constants of two sets of rules that tell most of how they differ.
///
/// They are those that a function mentions beside the name of a member, or captures with all that is in its
/// tables and functions; those of one set only come first.
struct ComparedConstants {
  /// The constants that are probably compared with the members of a name.
  struct Constants {
    fileprivate(set) var numbers: [Int64] = []
    fileprivate(set) var texts: [String] = []
  }

  /// The constants by the names of members.
  let all: [String: Constants]
  /// Those that only one of the sets has.
  let changed: [String: Constants]
  /// The names of keys that rules read, and that neither the schema declares nor a rule gives.
  let undeclared: [String]

  init(_ left: ProvedRules, _ right: ProvedRules) {
    let names = Set(left.allNames + right.allNames)
    let (old, new) = (MentionedParts(left, names), MentionedParts(right, names))
    var (all, changed): ([String: Constants], [String: Constants]) = ([:], [:])
    for name in Set(old.parts.keys).union(new.parts.keys) {
      let (one, other) = (old.parts[name] ?? .init(), new.parts[name] ?? .init())
      all[name] = Constants(
        numbers: one.numbers.union(other.numbers).sorted(),
        texts: one.texts.union(other.texts).sortedByBytes())
      changed[name] = Constants(
        numbers: one.numbers.symmetricDifference(other.numbers).sorted(),
        texts: one.texts.symmetricDifference(other.texts).sortedByBytes())
    }
    (self.all, self.changed) = (all, changed)
    undeclared = Self.undeclared(left, right)
  }

  /// How many such keys a context may set.
  private static let mostUndeclared = 20

  private static func undeclared(_ left: ProvedRules, _ right: ProvedRules) -> [String] {
    guard !right.schema.isClosed else { return [] }
    var names: Set<String> = []
    for side in [left, right] {
      for rule in side.models.lazy.flatMap(\.rules) {
        rule.forEachProbablePath { path in
          guard let name = path.first, right.schema.type(of: name) == nil,
            !left.isAssigned(name), !right.isAssigned(name)
          else { return }
          names.insert(name)
        }
      }
    }
    return Array(names.sortedByBytes().prefix(mostUndeclared))
  }
}

/// The constants that the functions of one set mention, or capture.
private struct MentionedParts {
  struct Parts {
    var numbers: Set<Int64> = []
    var texts: Set<String> = []
  }

  private(set) var parts: [String: Parts] = [:]

  /// How many functions and tables belong to a function of a rule, and how many are looked at.
  private static let mostParts = 2000
  private static let mostPartsOfAll = 200_000
  /// How many constants of a kind a name has, and how long a text is.
  private static let mostConstants = 200
  private static let mostBytes = 40

  init(_ rules: ProvedRules, _ names: Set<String>) {
    var partsLeft = Self.mostPartsOfAll
    for model in rules.models {
      for rule in model.rules {
        for function in rule.functions where partsLeft > 0 {
          add(function.number, model.contents, names, &partsLeft)
        }
      }
    }
  }

  /// Adds the constants of a function, and of all that it captures, to all names that are mentioned there.
  private mutating func add(
    _ number: Int, _ contents: CapturedContents, _ names: Set<String>, _ partsLeft: inout Int
  ) {
    var mentioned: Set<String> = []
    var found = Parts()
    func add(_ value: LuaValue) {
      switch value {
      case .integer(let number): found.numbers.insert(number)
      case .number(let number):
        if let whole = Int64(exactly: number) { found.numbers.insert(whole) }
      case .string(let text):
        if names.contains(text) { mentioned.insert(text) }
        if text.utf8.count <= Self.mostBytes { found.texts.insert(text) }
      default: break
      }
    }
    var pending: [CapturedPart] = [.function(number)]
    var (functions, tables): (Set<Int>, Set<Int>) = ([], [])
    var left = Self.mostParts
    while let part = pending.popLast(), left > 0, partsLeft > 0 {
      left -= 1
      partsLeft -= 1
      switch part {
      case .scalar(let value): add(value)
      case .function(let number):
        guard functions.insert(number).inserted, let function = contents.functions[number] else {
          continue
        }
        pending += function.captured
        for code in function.code.withInnerFunctions {
          found.numbers.formUnion(MentionedConstants.integers(in: code))
          for case .string(let bytes) in code.constants where bytes.count <= Self.mostBytes {
            String(validating: bytes, as: UTF8.self).map { add(.string($0)) }
          }
        }
      case .table(let number):
        guard tables.insert(number).inserted, let table = contents.tables[number] else { continue }
        for (key, value) in table.entries.prefix(left) {
          add(key)
          pending.append(value)
        }
      case .library, .unknown: break
      }
    }
    // Sorted once: a function may mention thousands of names.
    let numbers = found.numbers.sorted().prefix(Self.mostConstants * 2)
    let texts = found.texts.sortedByBytes().prefix(Self.mostConstants * 2)
    for name in mentioned {
      parts[name, default: Parts()].add(numbers, texts, upTo: Self.mostConstants)
    }
  }
}

extension MentionedParts.Parts {
  fileprivate mutating func add(
    _ others: some Sequence<Int64>, _ otherTexts: some Sequence<String>, upTo count: Int
  ) {
    for number in others where numbers.count < count { numbers.insert(number) }
    for text in otherTexts where texts.count < count { texts.insert(text) }
  }
}
