import Foundation
import LuaBytecode
import LuaSyntax
import Testing

/// Operators as the tree reads them, and as Lua compiles them.
@Suite struct ParenthesesTests {
  /// Returns a text in which each operation stands in parentheses, as its tree has it.
  private static func withParentheses(_ text: String) -> String {
    let tree = SyntaxTree(text)
    var inserted: [(offset: Int, sign: UInt8)] = []
    for expression in tree.expressions {
      switch expression.kind {
      case .unary, .binary:
        let tokens = expression.tokens
        inserted.append((tree.tokens[tokens.lowerBound].start, UInt8(ascii: "(")))
        inserted.append((tree.tokens[tokens.upperBound - 1].end, UInt8(ascii: ")")))
      default: break
      }
    }
    var bytes = Array(text.utf8)
    for (offset, sign) in inserted.sorted(by: { $0.offset > $1.offset }) {
      bytes.insert(sign, at: offset)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the instructions and constants of a text, without the lines.
  private static func code(of text: String) throws -> [String] {
    var code: [String] = []
    func add(_ function: CompiledFunction) {
      code.append("\(function.code.map(\.bits)) \(function.constants)")
      function.functions.forEach(add)
    }
    add(try CompiledFunction.decode(LuaFiles.compiled(text)))
    return code
  }

  private static func expectSame(_ text: String, _ name: String) throws {
    let changed = withParentheses(text)
    #expect(try code(of: changed) == code(of: text), "\(name): \(text)\n\(changed)")
  }

  @Test(arguments: [
    "return 1 + x * y - z", "return -x ^ 2 ^ -y * z", "return a .. b .. c == d or e and f or g",
    "return not a == b, #t + 1 < 2 ~= x", "return a & b | c ~ d << e + f >> g // h % i / j",
    "local t = { a + b, [c .. d] = -e, f = not (g or h) and i } return t[#t - 1]",
  ])
  func `operations mean the same with all their parentheses`(text: String) throws {
    try Self.expectSame(text, "")
  }

  @Test func `so do those of every file of the project`() throws {
    var count = 0
    for file in LuaFiles.all {
      let text = try String(contentsOf: file, encoding: .utf8)
      guard (try? LuaFiles.compiled(text)) != nil else { continue }
      count += 1
      try Self.expectSame(text, file.path)
    }
    #expect(count > 150)
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `so do those of a random program`(seed: UInt64) throws {
    var program = RandomLua(random: SplitMix(seed: seed &* 104_729))
    try Self.expectSame(program.text(), "seed \(seed)")
  }
}
