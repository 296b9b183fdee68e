extension DecisionTable {
  /// The table as a rule file, without the columns of its cells aligned.
  ///
  /// - Parameter name: The name of the text that the table was read from.
  /// - Returns: The text of the file.
  package func lua(importedFrom name: String) -> String {
    func list(_ columns: [Column]) -> String {
      "{ \(columns.map { CellValue.text($0.name).lua }.joined(separator: ", ")) }"
    }
    let rows = rows.map { row in
      let cells = row.inputs.map(\.lua) + row.outputs.map(\.lua)
      let doc = row.doc.map { ", doc = \(CellValue.text($0).lua)" } ?? ""
      return "    { \(cells.joined(separator: ", "))\(doc) },\n"
    }
    return """
      --- Imported from \(name).

      ---@type Rules
      return table {
        inputs = \(list(inputs)),
        outputs = \(list(outputs)),
        rows = {
      \(rows.joined())  },
      }

      """
  }

  /// The JSON Schema of the keys; inputs may be missing.
  package var schema: String {
    var objects: [(name: String, json: String)] = []
    for column in inputs where !column.name.contains(".") {
      objects.append((column.name, column.type.json(isNullable: true)))
    }
    for column in outputs {
      // Any value counts.
      let type =
        policy == .count
        ? "{ \"type\": \"integer\" }" : column.type.json(isNullable: !policy.givesList)
      let hitPolicy = policy == .first ? "" : ", \"x-hit-policy\": \"\(policy.rawValue)\""
      objects.append(
        (
          column.name,
          policy.givesList
            ? "{ \"type\": \"array\", \"items\": \(type)\(hitPolicy) }"
            : "\(type.dropLast(2))\(hitPolicy) }"
        ))
    }
    for (root, members) in members {
      let properties = members.map { "\(Self.json($0.name)): \($0.type.json(isNullable: true))" }
      objects.append(
        (
          root,
          "{ \"type\": [\"object\", \"null\"], \"properties\": { \(properties.joined(separator: ", ")) } }"
        ))
    }
    let lines = objects.sorted { $0.name < $1.name }.map { "    \(Self.json($0.name)): \($0.json)" }
    return "{\n  \"properties\": {\n\(lines.joined(separator: ",\n"))\n  }\n}\n"
  }

  /// The inputs that are members of an object, by its name; deeper paths are members of any kind.
  private var members: [(root: String, members: [Column])] {
    var found: [(root: String, members: [Column])] = []
    for column in inputs {
      guard let dot = column.name.firstIndex(of: ".") else { continue }
      let root = String(column.name[..<dot])
      let rest = String(column.name[column.name.index(after: dot)...])
      // What is below a member is not declared.
      guard !rest.contains(".") else { continue }
      let member = Column(name: rest, type: column.type)
      if let index = found.firstIndex(where: { $0.root == root }) {
        found[index].members.append(member)
      } else {
        found.append((root, [member]))
      }
    }
    return found
  }

  /// A file of tests with a case for each row: values that its cells allow, with the answers that `answer` gives.
  ///
  /// - Parameters:
  ///   - name: The name of the text that the table was read from.
  ///   - answers: Returns the answers for the outputs, as Lua, for the values of the inputs; `nil` without an answer.
  /// - Returns: The text of the file; `nil` if no row has answers.
  package func tests(
    importedFrom name: String, _ answers: ([(name: String, value: CellValue)]) -> [String]?
  ) -> String? {
    guard let group = testGroup("the rows of \(name)", answers) else { return nil }
    return """
      --- One case for each row of \(name), as the table answers it.

      ---@type RuleTests
      return {
      \(group)}

      """
  }

  /// A group of tests with a case for each row; `nil` if no row has answers.
  func testGroup(
    _ title: String, _ answers: ([(name: String, value: CellValue)]) -> [String]?
  ) -> String? {
    var cases: [String] = []
    for row in rows {
      let values = row.inputs.map { $0.example ?? .null }
      guard let found = answers(zip(inputs, values).map { ($0.name, $1) }) else { continue }
      cases.append("    { \((values.map(\.lua) + found).joined(separator: ", ")) },\n")
    }
    func list(_ columns: [Column]) -> String {
      "{ \(columns.map { CellValue.text($0.name).lua }.joined(separator: ", ")) }"
    }
    guard !cases.isEmpty else { return nil }
    return """
        { \(CellValue.text(title).lua), given = \(list(inputs)), expect = \(list(outputs)), cases = {
      \(cases.joined())  } },

      """
  }

  private static func json(_ text: String) -> String { text.json }
}

extension CellValue {
  /// The constant in JSON.
  var json: String {
    switch self {
    case .null: "null"
    case .boolean(let flag): flag ? "true" : "false"
    case .integer(let integer): String(integer)
    case .number(let digits): digits
    case .text(let text): text.json
    }
  }
}

extension ColumnType {
  /// The JSON Schema of values of the type.
  func json(isNullable: Bool) -> String {
    func type(_ name: String) -> String {
      isNullable ? "{ \"type\": [\"\(name)\", \"null\"] }" : "{ \"type\": \"\(name)\" }"
    }
    switch self {
    case .text, .date: return type("string")
    case .integer: return type("integer")
    case .number: return type("number")
    case .boolean: return type("boolean")
    case .enumeration(let texts):
      let values = texts.map(\.json) + (isNullable ? ["null"] : [])
      return "{ \"enum\": [\(values.joined(separator: ", "))] }"
    }
  }
}

extension String {
  /// The text in JSON.
  var json: String {
    var json = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": json += "\\\""
      case "\\": json += "\\\\"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: json.unicodeScalars.append(scalar)
      }
    }
    return json + "\""
  }
}
