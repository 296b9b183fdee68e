import Testing

@testable import LuaBytecode
@testable import LuaRules

/// A generator of numbers that gives the same ones in every run.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// A predicate as a tree whose value can be computed without Lua.
indirect enum Predicate {
  case constant(Bool)
  case atom(Int)
  case not(Predicate)
  case and(Predicate, Predicate)
  case or(Predicate, Predicate)
  case choice(Predicate, Predicate, Predicate)

  func value(_ atoms: Int) -> Bool {
    switch self {
    case .constant(let flag): flag
    case .atom(let index): atoms >> index & 1 == 1
    case .not(let operand): !operand.value(atoms)
    case .and(let left, let right): left.value(atoms) && right.value(atoms)
    case .or(let left, let right): left.value(atoms) || right.value(atoms)
    case .choice(let test, let yes, let no):
      test.value(atoms) ? yes.value(atoms) : no.value(atoms)
    }
  }

  /// The size of the smallest implicant, by trying all sets of decided atoms.
  func smallestImplicant(atomCount: Int) -> Int {
    let all = 1 << atomCount
    let table = (0..<all).map(value)
    guard table.contains(true) else { return 0 }
    var best = atomCount
    for decided in 0..<all where decided.nonzeroBitCount < best {
      for holding in 0..<all where holding & ~decided == 0 {
        if (0..<all).allSatisfy({ $0 & decided != holding || table[$0] }) {
          best = decided.nonzeroBitCount
        }
      }
    }
    return best
  }
}

/// Writes predicates as Lua text in many forms.
struct PredicateWriter {
  var random: SplitMix
  var prelude = ""
  private var localCount = 0

  init(seed: UInt64) { random = SplitMix(state: seed) }

  static let atomCount = 5
  /// For each atom forms that mean it, and forms that mean its opposite.
  static let forms: [(same: [String], opposite: [String])] = [
    (["c.a", "c['a']", "not not c.a"], ["not c.a"]),
    (["c.b == 1", "1 == c.b", "t.b == 1"], ["c.b ~= 1", "1 ~= c.b", "not (c.b == 1)"]),
    (["c.x < c.y", "c.y > c.x"], ["not (c.x < c.y)", "not (c.y > c.x)"]),
    (["v", "not not v"], ["not v"]),
    (["c.s.n == 'x'", "'x' == c.s.n"], ["c.s.n ~= 'x'", "(c.s.n == 'x') == false"]),
  ]

  mutating func predicate(depth: Int) -> Predicate {
    switch Int.random(in: depth == 0 ? 0...1 : 1...9, using: &random) {
    case 0 where Int.random(in: 0...4, using: &random) == 0: .constant(Bool.random(using: &random))
    case 0...2: .atom(Int.random(in: 0..<Self.atomCount, using: &random))
    case 3: .not(predicate(depth: depth - 1))
    case 4, 5: .and(predicate(depth: depth - 1), predicate(depth: depth - 1))
    case 6, 7: .or(predicate(depth: depth - 1), predicate(depth: depth - 1))
    default:
      .choice(
        predicate(depth: depth - 1), predicate(depth: depth - 1), predicate(depth: depth - 1))
    }
  }

  mutating func expression(_ predicate: Predicate) -> String {
    let text = plainExpression(predicate)
    guard Int.random(in: 0...7, using: &random) == 0, localCount < 12 else { return text }
    // The same in a local variable, evaluated first.
    localCount += 1
    prelude += "local x\(localCount) = \(text)\n"
    return "x\(localCount)"
  }

  private mutating func plainExpression(_ predicate: Predicate) -> String {
    switch predicate {
    case .constant(let flag):
      return (flag ? ["true", "1", "'yes'"] : ["false", "nil"]).randomElement(using: &random) ?? ""
    case .atom(let index):
      let forms = Self.forms[index]
      if Int.random(in: 0...3, using: &random) == 0 {
        return "not (\(forms.opposite.randomElement(using: &random) ?? ""))"
      }
      return "(\(forms.same.randomElement(using: &random) ?? ""))"
    case .not(.atom(let index)):
      return "(\(Self.forms[index].opposite.randomElement(using: &random) ?? ""))"
    case .not(let operand): return "not (\(expression(operand)))"
    case .and(let left, let right): return "(\(expression(left)) and \(expression(right)))"
    case .or(let left, let right): return "(\(expression(left)) or \(expression(right)))"
    case .choice(let test, let yes, let no):
      let condition = expression(test)
      let first = expression(yes)
      return "((\(condition)) and (\(first)) or not (\(condition)) and (\(expression(no))))"
    }
  }

  /// Writes the predicate as statements that return its value.
  mutating func statements(_ predicate: Predicate) -> String {
    switch predicate {
    case .choice(let test, let yes, let no):
      let condition = expression(test)
      switch Int.random(in: 0...2, using: &random) {
      case 0:
        return "if \(condition) then \(statements(yes)) else \(statements(no)) end"
      case 1:
        return "if not (\(condition)) then \(statements(no)) end \(statements(yes))"
      default:
        return "do local r; if \(condition) then r = \(expression(yes))"
          + " else r = \(expression(no)) end return r end"
      }
    case .and(let left, let right) where Bool.random(using: &random):
      let condition = expression(left)
      return "if \(condition) then \(statements(right)) else return false end"
    case .or(let left, let right) where Bool.random(using: &random):
      let condition = expression(left)
      return "if \(condition) then return true else \(statements(right)) end"
    default:
      return "do return \(expression(predicate)) end"
    }
  }

  static func example(seed: UInt64) -> (text: String, complexity: Int) {
    var writer = PredicateWriter(seed: seed)
    let predicate = writer.predicate(depth: Int.random(in: 1...4, using: &writer.random))
    let body = writer.statements(predicate)
    let text = """
      local f = print
      return function(c) local t = c; local v = f(c.z)
      \(writer.prelude)
      \(body) end
      """
    return (text, predicate.smallestImplicant(atomCount: atomCount))
  }
}

struct ComplexityOracleTests {
  @Test(arguments: 0..<10)
  func `complexity equals the smallest implicant of the truth table`(batch: UInt64) throws {
    for seed in 0..<400 {
      let example = PredicateWriter.example(seed: batch << 32 | UInt64(seed))
      let found = try complexity(of: example.text)
      #expect(found == example.complexity, "\(example.text)")
    }
  }
}
