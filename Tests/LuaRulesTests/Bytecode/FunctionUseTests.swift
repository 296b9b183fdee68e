import Testing

@testable import LuaBytecode
@testable import LuaRules

/// What shows of a function's reads and calls; nothing else may be told of it.
struct FunctionUseTests {
  static let cases: [(code: String, uses: [String])] = [
    ("function(c) return c.a end", ["c.a"]),
    ("function(c) return c.a.b.c end", ["c.a", "c.a.b", "c.a.b.c"]),
    ("function(c) local t = c.a return t.b end", ["c.a", "c.a.b"]),
    ("function(c) if c.a then return c.b end return c.d end", ["c.a", "c.b", "c.d"]),
    ("function(c) return c.a and c.b.x or c.d end", ["c.a", "c.b", "c.b.x", "c.d"]),
    ("function(c) for i = 1, 3 do local x = c.a.b end end", ["c.a", "c.a.b"]),
    ("function(c) return function() return c.a.b end end", ["c.a", "c.a.b"]),
    ("function(c) return c:a() end", ["c.a"]),
    ("function(c) return host.f(c.a) end", ["host.f", "c.a"]),
    (
      "function(c) local h = host return function() return host.g() end, h.f end",
      ["host.g", "host.f"]
    ),
    // What may be something else is not told.
    ("function(c) c = {} return c.a end", []),
    ("function(c) local function set() c = {} end set() return c.a end", []),
    ("function(c) for c in pairs({}) do local x = c.a end end", []),
    ("function(c) return c[c.a] end", ["c.a"]),
    ("function(c) local t = c.a for i = 1, 2 do t = {} local x = t.b end end", ["c.a"]),
    ("function(c) local t = c.a if t then t = {} end return t.b end", ["c.a"]),
    ("function(c) local t = {} t.a = 1 return t.a end", []),
    ("function(c) local a, b = f(c) return a.x, b.y end", []),
    ("function(c, d) return d.a end", []),
    ("function(...) local c = ... return c.a end", []),
    ("function() return math.pi end", []),
    ("function(c) local host = {} return host.f end", []),
    ("function(c) return function(c) return c.a end end", []),
  ]

  @Test(arguments: cases)
  func `a use is told where it shows`(code: String, uses: [String]) throws {
    let function = try CompiledFunction.decode(dump("return " + code))
    var found: [String] = []
    function.forEachUse { use, _ in
      switch use {
      case .reading(let path): found.append((["c"] + path).joined(separator: "."))
      case .host(let name): found.append("host.\(name)")
      default: break
      }
    }
    #expect(found == uses)
  }
}
