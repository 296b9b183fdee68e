import Testing

@testable import LuaBridge

/// Two runs of a file are compared by a hash of what they gave.
struct NodeHashTests {
  private func hash(_ value: String) throws -> UInt64 {
    let bench = try Bench()
    return try bench.load("local f, g = function() end, function() end return \(value)").hash(
      seed: 7)
  }

  static let values = [
    "nil", "null", "true", "false", "0", "1", "1.0", "''", "'a'", "'b'", "{}", "{ {} }", "{ 1 }",
    "{ 1, 2 }", "{ 2, 1 }", "{ { 1 }, 2 }", "{ { 1, 2 } }", "{ a = 1 }", "{ b = 1 }", "{ 'a', 1 }",
    "{ a = { b = 1 } }", "{ a = {}, b = 1 }", "{ a = 'b' }", "{ b = 'a' }", "f", "{ f }",
    "{ f, g }",
    "{ f, f }", "{ a = f, b = g }", "'\\255'", "-0.0", "0.0",
  ]

  @Test func `what is the same has one hash, and what is not has another`() throws {
    var known: [UInt64: String] = [:]
    for value in Self.values {
      let hash = try hash(value)
      #expect(try self.hash(value) == hash)
      let other = known.updateValue(value, forKey: hash)
      #expect(other == nil, "\(value)")
    }
  }

  static let captured = [
    "nil", "null", "true", "false", "0", "1", "1.0", "'a'", "'b'", "{}", "{ 1 }", "{ a = 1 }",
    "{ a = 'b' }", "{ a = 1, b = 2 }", "{ a = 2, b = 1 }", "{ a = {} }", "math.floor", "math.ceil",
    "{ math.floor }", "('x'):rep(1000)", "('x'):rep(1001)", "('x'):rep(999) .. 'y'",
    "function() return one end", "function() return two end",
  ]

  @Test func `functions of one shape that captured other values have another hash`() throws {
    var known: [UInt64: String] = [:]
    for value in Self.captured {
      func hash() throws -> UInt64 {
        try Bench().load(
          """
          local one, two = 1, 2
          local value = \(value)
          return { function() return value end }
          """
        ).hash(seed: 7)
      }
      let first = try hash()
      #expect(try hash() == first)
      let other = known.updateValue(value, forKey: first)
      #expect(other == nil, "\(value)")
    }
  }
}
