import LuaBridge
import Synchronization

/// A self-test at start-up that decision programs calculate what the linked Lua calculates.
///
/// ``AnalysisSelfTest`` notices a Lua that compiles functions in another form. This test notices one in which an
/// instruction means something else.
package enum DecisionSelfTest {
  /// Lua code before the functions.
  static let prelude = """
    local values = { a = 7, b = -2, d = 2.5, s = "ab", t = "10", yes = true, no = false }
    local colors = { ab = "red", cd = "blue" }
    local function twice(number) return number * 2 end
    local function larger(left, right) if left > right then return left end return right end
    local function either(left, right) return left or right end
    """

  /// What value functions return; together they use each operation and each test of decision programs.
  ///
  /// None gives `nil`, which would end the list of results.
  static let expressions = [
    "c.a + c.b * 3 - 1", "c.a - c.d", "c.a - 1.5", "c.a * c.b", "c.a / c.b", "c.a / 2",
    "c.a // c.b", "c.a // 2", "c.d // c.b", "c.a % c.b", "c.d % -2", "-c.a", "-c.d", "c.a & c.b",
    "c.a & 6 | 1", "c.a | c.b", "c.a ~ c.b", "c.a ~ 8", "~c.b", "c.a << c.b", "c.a >> c.b",
    "c.a << 3", "1 << c.a", "c.b >> 60", "9223372036854775807 + c.a", "c.s .. c.a .. '-' .. c.d",
    "#c.s + 1", "not c.missing", "not c.s", "c.a < c.b", "c.a < 8", "c.a <= 7", "c.d > 2",
    "c.a >= 7", "c.a >= c.d", "c.s < 'b'", "c.s ~= c.t", "c.a == 7.0", "c.missing == nil",
    "c.t == 10", "c.yes and c.a or c.b", "c.no and c.a or c.b", "c.missing or c.s", "3", "2.0",
    "false", "twice(c.a) + twice(c.d)", "larger(c.a, c.d)", "larger(c.b, c.d) == c.d",
    "either(c.missing, c.s)", "colors[c.s]", "colors.ab",
  ]

  /// The result of the test, which runs once in a process: a difference, or `.some(nil)` if there is none; `nil`
  /// before the test has run.
  private static let known = Mutex<String??>(nil)

  /// Fails if decision programs and Lua differ.
  ///
  /// If Lua cannot run the test, for lack of memory, the load fails, and the next load runs the test again.
  ///
  /// - Throws: ``RuleError`` with the code `unknown-lua`.
  package static func check() throws(RuleError) {
    let found: String?
    if let known = known.withLock({ $0 }) {
      found = known
    } else {
      do {
        found = try difference(in: expressions)
      } catch {
        throw RuleError(.unknownLua, "the self-test of decision programs failed: \(error)")
      }
      known.withLock { $0 = .some(found) }
    }
    if let found { throw RuleError(.unknownLua, found, hint: "link Lua 5.4") }
  }

  /// Compares decision programs and Lua; what only Lua can run is no difference.
  ///
  /// - Parameters:
  ///   - expressions: What the functions return.
  ///   - note: Receives the result of each decision program, as Lua code; `nil` if only Lua can run it.
  /// - Returns: The first difference, as a sentence; `nil` if there is none.
  /// - Throws: `LuaFailure` if Lua cannot run the functions.
  static func difference(
    in expressions: [String], note: (String?) -> Void = { _ in }
  ) throws -> String? {
    let functions = expressions.map { "function(c) return \($0) end" }
    let text = """
      \(prelude)
      local functions = { \(functions.joined(separator: ", ")) }
      local results = {}
      for number = 1, #functions do results[number] = functions[number](values) end
      return { functions = functions, results = results, values = values }
      """
    // The result is kept for the whole process, so the memory of other models must not affect it.
    let state = try LuaState(memoryLimit: 4 << 20, sharing: SharedMemoryLimit(limit: .max))
    try state.compile(Array(text.utf8), chunk: 1)
    guard case .table(let content) = try state.contents(ofSlot: try state.run().slot),
      case .table(let made)? = content["functions"],
      case .table(let values)? = content["values"]?.value,
      case .table(let results)? = content["results"]?.value,
      results.elements.count == functions.count
    else { return "Lua did not run the self-test of decision programs" }

    // Nothing writes to what the functions capture, so the state need not be frozen.
    var builder = DecisionBuilder(outside: StateCapturedValues(state))
    let entries = made.elements.map { node in
      node.firstFunction.flatMap { builder.build(functionNumber: $0) }?.entry
    }
    var reader = ContextTableReader(values: values, paths: builder.paths)
    for (number, entry) in entries.enumerated() {
      let found = entry.flatMap { builder.code.value(from: $0, reader: &reader) }?.literal
      note(found)
      let expected = results.elements[number].literal
      if let found, found != expected {
        return
          "the compiled form of this Lua library is unknown: `\(expressions[number])` is \(expected), but"
          + " \(found) by its decision program"
      }
    }
    return nil
  }
}

/// Reads the fields of a table as the keys of a context.
private struct ContextTableReader: NativeReader {
  let values: LuaTable
  let paths: NativePaths

  func read(_ path: NativePaths.ID) -> NativeValue {
    let entry = paths[path]
    guard entry.parent == .context, case .name(let name) = entry.step else { return .undecided }
    return values.fields.first { $0.name == name.string }.map { NativeValue(member: $0.value) }
      ?? .nil
  }

  func count(of path: NativePaths.ID) -> Int64? { nil }
  func spend(steps: Int, work: Int) -> Bool { true }
  func spend(calculating work: Int) -> Bool { true }
}

extension DecisionProgram {
  /// Runs a value function; `nil` if Lua must run it.
  fileprivate func value(from entry: Int32, reader: inout ContextTableReader) -> LuaValue? {
    switch result(from: entry, reader: &reader) {
    case .constant(let number): constants[Int(number)].luaValue
    case .value(let value): value.luaValue
    case .path(let path): reader.read(path).luaValue
    case .undecided: nil
    }
  }
}
