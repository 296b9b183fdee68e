/// A generator whose numbers depend on its seed alone.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  // SOURCE: splitmix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// A value of a context, as the tests see it.
enum Datum: Equatable {
  case null
  case flag(Bool)
  case number(Int)
  case text(String)
  case list([Datum])
  case object([String: Datum])

  var json: String {
    switch self {
    case .null: "null"
    case .flag(let flag): "\(flag)"
    case .number(let number): "\(number)"
    case .text(let text): "\"\(text)\""
    case .list(let list): "[\(list.map(\.json).joined(separator: ","))]"
    case .object(let members):
      "{\(members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value.json)" }.joined(separator: ","))}"
    }
  }

  func member(_ name: Substring) -> Datum {
    if case .object(let members) = self { members[String(name)] ?? .null } else { .null }
  }
}

/// A condition that knows its text and its meaning, and nothing of the importer.
indirect enum Condition {
  case constant(Bool)
  case not(Condition)
  case and(Condition, Condition)
  case or(Condition, Condition)
  case test(path: String, sign: String, Datum)
  case pair(path: String, sign: String, other: String)
  case like(path: String, pattern: String, ignoresCase: Bool)
  case within(path: String, [Datum])
  case inside(path: String, list: String)

  // MARK: Meaning

  func holds(in context: Datum) -> Bool {
    func value(_ path: String) -> Datum {
      path.split(separator: ".").reduce(context) { $0.member($1) }
    }
    switch self {
    case .constant(let flag): return flag
    case .not(let inner): return !inner.holds(in: context)
    case .and(let left, let right): return left.holds(in: context) && right.holds(in: context)
    case .or(let left, let right): return left.holds(in: context) || right.holds(in: context)
    case .test(let path, let sign, let datum): return Self.compare(value(path), sign, datum)
    case .pair(let path, let sign, let other):
      return Self.compare(value(path), sign, value(other))
    case .like(let path, let pattern, let ignoresCase):
      guard case .text(let text) = value(path) else { return false }
      return ignoresCase
        ? Self.isLike(Array(text.lowercased()), Array(pattern.lowercased()))
        : Self.isLike(Array(text), Array(pattern))
    case .within(let path, let list): return list.contains(value(path))
    case .inside(let path, let list):
      guard case .list(let elements) = value(list) else { return false }
      return elements.contains(value(path))
    }
  }

  private static func compare(_ left: Datum, _ sign: String, _ right: Datum) -> Bool {
    switch (sign, left, right) {
    case ("=", _, _): left == right
    case ("!=", _, _): left != right
    case ("<", .number(let left), .number(let right)): left < right
    case ("<=", .number(let left), .number(let right)): left <= right
    case (">", .number(let left), .number(let right)): left > right
    case (">=", .number(let left), .number(let right)): left >= right
    default: false
    }
  }

  private static func isLike(_ text: [Character], _ pattern: [Character]) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = Array(pattern.dropFirst())
    if first == "*" {
      return (0...text.count).contains { isLike(Array(text.dropFirst($0)), rest) }
    }
    guard let character = text.first, first == "?" || first == character else { return false }
    return isLike(Array(text.dropFirst()), rest)
  }

  // MARK: Text

  /// The condition as a classic rule writes it; `binding` is that of what is around it.
  func text(inside binding: Int, _ random: inout SeededGenerator) -> String {
    let (text, own) = bareText(&random)
    let isWrapped = own < binding || Int.random(in: 0..<6, using: &random) == 0
    return isWrapped ? "( \(text))" : text
  }

  private func bareText(_ random: inout SeededGenerator) -> (String, binding: Int) {
    func pick(_ texts: String...) -> String { texts.randomElement(using: &random) ?? "" }
    switch self {
    case .constant(let flag): return (flag ? "*true*" : "*false*", 4)
    case .not(let inner):
      let sign = pick("NOT ", "not ", "Not\n", "!")
      return (sign + inner.text(inside: 3, &random), 3)
    case .and(let left, let right):
      let sign = pick(" AND ", " and ", " && ", "\n  And ")
      return (left.text(inside: 2, &random) + sign + right.text(inside: 2, &random), 2)
    case .or(let left, let right):
      let sign = pick(" OR ", " or ", " || ", " oR ")
      return (left.text(inside: 1, &random) + sign + right.text(inside: 1, &random), 1)
    case .test(let path, let sign, let datum):
      let spelt = sign == "=" ? pick("=", "==") : sign == "!=" ? pick("!=", "<>") : sign
      return ("\(path) \(spelt)\(pick("", " "))\(Self.text(of: datum, quote: pick("'", "\"")))", 4)
    case .pair(let path, let sign, let other): return ("\(path) \(sign) \(other)", 4)
    case .like(let path, let pattern, let ignoresCase):
      return (
        "\(path) \(ignoresCase ? "caseInsensitiveLike" : pick("like", "LIKE")) '\(pattern)'", 4
      )
    case .within(let path, let list):
      let elements = list.map { Self.text(of: $0, quote: "'") }.joined(separator: ", ")
      return ("\(path) \(pick("IN", "in")) (\(elements))", 4)
    case .inside(let path, let list): return ("\(path) In \(list)", 4)
    }
  }

  private static func text(of datum: Datum, quote: String) -> String {
    switch datum {
    case .null: "nil"
    case .flag(let flag): flag ? "YES" : "false"
    case .number(let number): "\(number)"
    case .text(let text): "\(quote)\(text)\(quote)"
    case .list, .object: "()"
    }
  }
}
