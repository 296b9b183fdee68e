import LuaBridge
import LuaRules
import LuaRulesTools
import Testing

/// Renames at random.
struct RenamePropertyTests {
  /// The names that a schema declares, in its order.
  private static func declared(_ project: RenamedProject) -> [String] {
    let text = project.texts[RenamedProject.schemaPath] ?? ""
    return text.matches(of: /"(\w+)": \{/).map { String($0.1) }.filter {
      !["properties", "object"].contains($0)
    }
  }

  /// The answers for all keys in some contexts.
  private static func answers(_ project: RenamedProject) throws -> [String] {
    let names = declared(project)
    guard names.count == RandomRenamedProject.declared.count else { return names }
    return try (0..<6).flatMap { number -> [String] in
      var values: [(name: String, value: LuaValue)] = []
      for (offset, name) in names.prefix(2).enumerated() where number != 3 {
        let members: [(name: String, value: LuaValue)] = [
          (names[6], .integer(Int64((number + offset) % 4))),
          (names[7], .integer(Int64((number * 3 + offset) % 5))),
        ]
        let sorted = members.sorted { $0.name < $1.name }
        values.append((name, .table(LuaTable(fields: sorted))))
      }
      if number > 1 { values.append((names[2], .integer(Int64(number % 3)))) }
      return try project.answers(values, keys: Array(names[2...5]))
    }
  }

  @Test(arguments: 0..<8)
  func `after a rename all rules answer as before`(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var renamed = 0
    var refused = 0
    for _ in 0..<4 {
      var random = RandomRenamedProject(generator)
      _ = generator.next()
      let project = RenamedProject(texts: random.texts())
      guard let before = try? Self.answers(project) else { continue }
      for path in ["/rules/a.lua", "/rules/lib/m.lua"] {
        let text = project.texts[path] ?? ""
        let places = text.matches(of: /\b[a-z]\w*\b/).map {
          text.utf8.distance(from: text.startIndex, to: $0.range.lowerBound)
        }
        for _ in 0..<12 {
          guard let place = places.randomElement(using: &generator),
            let name = RandomRenamedProject.names.randomElement(using: &generator)
          else { continue }
          guard let result = try? project.renamed(at: place, in: path, to: name) else {
            refused += 1
            continue
          }
          renamed += 1
          let after = try? Self.answers(result)
          #expect(
            after == before,
            "\(path):\(place) to \(name)\n\(text)\nbecomes\n\(result.texts[path] ?? "")")
        }
      }
    }
    #expect(renamed > 5 && refused > 5)
  }
}
