import LuaRules

/// A table of 2,000 names that a rule returns, against ten tables of 200.
///
/// A ratio far above 1 means that a step takes longer the more names a table has.
let wideTable = Benchmark("wide-table", .to("10 narrow")) {
  let wide = try table(of: 2000)
  let narrow = try table(of: 200)
  return [wide, { calls in for _ in 0..<10 { narrow(calls) } }]
}

/// Asks for a table with so many names.
private func table(of count: Int) throws -> Benchmark.Body {
  let context = RuleContext(
    try RuleModel(
      text: """
        return {
          { key = "wide", value = function(c)
            local table = {}
            for number = 1, \(count) do table["name" .. number] = number end
            return table
          end },
        }
        """))
  return asking(
    { try? context.value(at: "wide", as: [String: Int].self) }, isRight: { $0?.count == count })
}
