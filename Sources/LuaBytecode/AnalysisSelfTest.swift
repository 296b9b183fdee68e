/// A self-test at start-up that the linked Lua compiles functions in the form
/// that the analysis expects.
///
/// The complexity of a rule decides which rule wins. If the analysis could be
/// wrong with another Lua, loading fails instead.
package enum AnalysisSelfTest {
  /// The wrong result of the analysis for a function whose result is known.
  package struct Failure: Error, Equatable {
    /// The text of the function.
    package let text: String
    /// The wrong result, or the reason why there is none.
    package let message: String
  }

  /// Chunks that return a function, with the complexity of the function.
  package static let functions: [(text: String, complexity: Int)] = [
    ("return function(c) return true end", 0),
    ("return function(c) return c.a and not c.a end", 0),
    ("return function(c) return c.a == 1 and c.b.c ~= 'x' and not c.d end", 3),
    ("return function(c) return c.a == 1 or (c.b > 2 and c.c <= 3.5) end", 1),
    ("return function(c) return (c.a and c.b) or (not c.a and c.b) end", 1),
    ("return function(c) if c.a < c.b then return c.l[1] == nil end return false end", 2),
    ("local m = {} return function(c) local v = c.a or m.x return v == 1 and #c.l > 2 end", 3),
    ("local f = 1 return function(c) return c.a ~= nil and f(c.a, c:m()) end", 2),
    ("return function(c) for _, v in ipairs(c.l) do if v == c.a then return c.b end end end", 2),
  ]

  /// Checks the analysis of each function.
  ///
  /// - Parameter dump: Runs a chunk and dumps the function that it returns, as
  ///   `lua_dump` does without stripping.
  /// - Throws: ``Failure``, and any error of `dump`.
  package static func verify(dump: (String) throws -> [UInt8]) throws {
    for (text, complexity) in functions {
      let bytes = try dump(text)
      let function: CompiledFunction
      do {
        function = try CompiledFunction.decode(bytes)
      } catch {
        throw Failure(text: text, message: "cannot be read: \(error)")
      }
      let found = Complexity.of(function)
      guard found == complexity else {
        throw Failure(text: text, message: "complexity \(found) instead of \(complexity)")
      }
      guard function.lineDefined == 1, function.parameterCount == 1,
        function.lines.allSatisfy({ $0 == 1 }), function.locals.first?.name == "c"
      else {
        throw Failure(text: text, message: "lines or names are wrong")
      }
    }
  }
}
