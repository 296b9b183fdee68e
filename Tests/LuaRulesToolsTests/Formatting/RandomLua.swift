/// Random Lua programs, with random spaces, line breaks and comments between
/// their tokens.
struct RandomLua {
  var random: SplitMix
  private var tokens: [String] = []

  init(random: SplitMix) { self.random = random }

  /// Returns the next program.
  mutating func text() -> String {
    tokens = []
    block(depth: 3)
    tokens += ["return"]
    expression(depth: 3)
    var text = ""
    for token in tokens { text += token + gap() }
    return text
  }

  private mutating func gap() -> String {
    switch Int.random(in: 0..<24, using: &random) {
    case 0: " -- note\n"
    case 1: " --[[ long\n note]] "
    case 2, 3, 4: "\n"
    case 5: "\n\n\t"
    case 6: "   "
    default: " "
    }
  }

  private mutating func pick(_ words: [String]) -> String {
    words.randomElement(using: &random) ?? ""
  }

  private mutating func add(_ words: String...) { tokens += words }

  private mutating func block(depth: Int) {
    for _ in 0..<Int.random(in: 0...3, using: &random) { statement(depth: depth) }
  }

  private mutating func statement(depth: Int) {
    guard depth > 0 else {
      add("local", pick(["a", "b"]), "=")
      expression(depth: 0)
      return
    }
    switch Int.random(in: 0..<9, using: &random) {
    case 0:
      add("if")
      expression(depth: depth - 1)
      add("then")
      block(depth: depth - 1)
      if Bool.random(using: &random) {
        add("elseif")
        expression(depth: depth - 1)
        add("then")
        block(depth: depth - 1)
      }
      if Bool.random(using: &random) {
        add("else")
        block(depth: depth - 1)
      }
      add("end")
    case 1:
      add("for", "i", "=", "1", ",")
      expression(depth: 0)
      add("do")
      block(depth: depth - 1)
      add("end")
    case 2:
      add("while")
      expression(depth: depth - 1)
      add("do")
      block(depth: depth - 1)
      add("end")
    case 3:
      add("repeat")
      block(depth: depth - 1)
      add("until")
      expression(depth: depth - 1)
    case 4:
      add("local", "function", "f", "(", "a", ",", "...", ")")
      block(depth: depth - 1)
      add("end")
    case 5:
      add("do")
      block(depth: depth - 1)
      add("end")
    case 6: add("local", "x", "<", "const", ">", ",", "y", "=", "1", ",", "2", ";")
    case 7:
      add("t", ".", "a", "[")
      expression(depth: depth - 1)
      add("]", "=")
      expression(depth: depth - 1)
      add(";")
    default:
      add("local", "a", ",", "b", "=")
      expression(depth: depth)
    }
  }

  private mutating func expression(depth: Int) {
    guard depth > 0 else {
      add(
        pick([
          "1", "1e-5", "0xAp+2", "\"a  b\"", "'it'", "[[long\n  text]]", "nil", "true", "a", "b.c",
          "3.",
        ]))
      return
    }
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      add("(")
      expression(depth: depth - 1)
      add(")")
    case 1:
      add(pick(["-", "not", "#", "~"]))
      expression(depth: depth - 1)
    case 2, 3:
      expression(depth: depth - 1)
      add(pick(["+", "-", "..", "==", "~=", "<", ">=", "and", "or", "//", "~", "<<", "^", "%"]))
      expression(depth: depth - 1)
    case 4:
      add("function", "(", "c", ")")
      block(depth: depth - 1)
      add("end")
    case 5, 6: table(depth: depth)
    case 7:
      add("f", "(")
      expression(depth: depth - 1)
      add(",")
      expression(depth: depth - 1)
      add(")")
    case 8: add("t", ":", "m", pick(["'x'", "{ }", "( )"]))
    default: expression(depth: 0)
    }
  }

  private mutating func table(depth: Int) {
    add("{")
    let count = Int.random(in: 0...3, using: &random)
    for number in 0..<count {
      switch Int.random(in: 0..<3, using: &random) {
      case 0: add("key", "=")
      case 1: add("[", "1", "]", "=")
      default: break
      }
      expression(depth: depth - 1)
      if number < count - 1 || Bool.random(using: &random) { add(pick([",", ";"])) }
    }
    add("}")
  }
}
