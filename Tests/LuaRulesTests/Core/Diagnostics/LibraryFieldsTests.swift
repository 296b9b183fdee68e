import Testing

@testable import LuaRules

struct LibraryFieldsTests {
  @Test func `the fields of libraries that errors know are those that rules have`() throws {
    let model = try RuleModel(
      text: """
        return { { key = "names", value = function(c)
          local names = {}
          for library, fields in pairs({ math = math, string = string, table = table, utf8 = utf8 }) do
            for name in pairs(fields) do table.insert(names, library .. "." .. name) end
          end
          table.sort(names)
          return names
        end } }
        """)
    let names = try RuleContext(model).value(at: "names", as: [String].self)
    #expect(names == RuleError.libraryFields.sorted())
  }
}
