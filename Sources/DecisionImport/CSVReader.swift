import SwiftCSV

/// Reads a decision table from comma-separated values.
package enum CSVReader {
  /// A column of the header.
  private struct Heading {
    enum Role { case input, output, doc, unmarked }

    var role: Role
    var name: String
    var type: ColumnType?
    var title: String
  }

  /// Reads a table.
  ///
  /// The first line with cells is the header, unless its first cell is `policy`: then the next cell is the hit policy, and
  /// the header follows.
  ///
  /// - Parameter text: The text, with commas, semicolons or tabs between cells.
  /// - Returns: The table.
  /// - Throws: ``DecisionTableFaults`` for all that is not understood.
  package static func table(from text: String) throws(DecisionTableFaults) -> DecisionTable {
    var lines = try lines(of: text)
    var policy = TablePolicy.firstDeclared
    if let first = lines.first, ["policy", "hit policy"].contains(first.cells[0].lowercased()) {
      let word = first.cells.count > 1 ? first.cells[1] : ""
      guard let known = TablePolicy(word) else {
        throw DecisionTableFaults(
          DecisionTableFault(
            "`\(word)` is no hit policy", line: first.line,
            hint:
              "expected \(TablePolicy.allCases.map(\.rawValue).joined(separator: ", ")), or a letter of DMN"
          ))
      }
      policy = known
      lines.removeFirst()
    }
    guard let header = lines.first else {
      throw DecisionTableFaults(
        DecisionTableFault(
          "there is no header", line: 1, hint: "name the inputs and outputs in the first line"))
    }
    var faults: [DecisionTableFault] = []
    let headings = headings(header, &faults)
    var rows: [DecisionTable.Row] = []
    for line in lines.dropFirst() { row(line, headings, &rows, &faults) }
    if rows.isEmpty, faults.isEmpty {
      faults.append(DecisionTableFault("the table has no rows", line: header.line))
    }
    check(headings, rows, policy, header.line, &faults)
    if let faults = DecisionTableFaults(faults) { throw faults }
    func columns(_ role: Heading.Role, _ constants: [[CellValue]]) -> [DecisionTable.Column] {
      zip(headings.filter { $0.role == role }, constants).map { heading, values in
        DecisionTable.Column(name: heading.name, type: heading.type ?? ColumnType(of: values))
      }
    }
    let inputCount = headings.count { $0.role == .input }
    let outputCount = headings.count { $0.role == .output }
    return DecisionTable(
      inputs: columns(
        .input, (0..<inputCount).map { index in rows.flatMap { $0.inputs[index].constants } }),
      outputs: columns(
        .output, (0..<outputCount).map { index in rows.compactMap { $0.outputs[index].value } }),
      rows: rows, policy: policy)
  }

  /// Refuses columns of numbers and texts together, and hit policies that do not fit the outputs.
  private static func check(
    _ headings: [Heading], _ rows: [DecisionTable.Row], _ policy: TablePolicy, _ line: Int,
    _ faults: inout [DecisionTableFault]
  ) {
    guard faults.isEmpty else { return }
    var (input, output) = (0, 0)
    for heading in headings {
      let constants: [CellValue]
      switch heading.role {
      case .input, .unmarked:
        constants = rows.flatMap { $0.inputs[input].constants }
        input += 1
      case .output:
        constants = rows.compactMap { $0.outputs[output].value }
        output += 1
      case .doc: continue
      }
      let type = heading.type ?? ColumnType(of: constants)
      let others = constants.first { value in
        if case .text = value { false } else { value != .null }
      }
      if heading.type == nil, type == .text, let others {
        faults.append(
          DecisionTableFault(
            "the column `\(heading.title)` has texts and \(others.lua)", line: line,
            hint: "write its type into the header, as in `\(heading.title) : text`"))
      }
      guard heading.role == .output else { continue }
      switch (policy, type) {
      case (.sum, .integer), (.sum, .number), (.minimum, .integer), (.minimum, .number),
        (.maximum, .integer),
        (.maximum, .number):
        break
      case (.sum, _), (.minimum, _), (.maximum, _):
        faults.append(
          DecisionTableFault(
            "`\(heading.title)` has no numbers, of which the policy is \(policy.rawValue)",
            line: line))
      case (.priority, .enumeration), (.outputOrder, .enumeration): break
      case (.priority, _), (.outputOrder, _):
        faults.append(
          DecisionTableFault(
            "the policy \(policy.rawValue) requires the order of the values of `\(heading.title)`",
            line: line,
            hint: "write them into the header, as in `\(heading.title) : low|high`"))
      default: break
      }
    }
  }

  // MARK: Lines

  private struct Line {
    var cells: [String]
    var line: Int
  }

  /// The lines with at least one cell that is not empty.
  private static func lines(of text: String) throws(DecisionTableFaults) -> [Line] {
    var lines: [Line] = []
    var number = 1
    // The reader takes the rest of the text for the cell.
    if let open = lineOfOpenQuote(in: text) { throw unbalancedQuotes(at: open) }
    do {
      let csv = try EnumeratedCSV(string: text + "\n", loadColumns: false)
      try csv.enumerateAsArray(startAt: 0, rowLimit: nil) { cells in
        let trimmed = cells.map(\.trimmed)
        if trimmed.contains(where: { !$0.isEmpty }) {
          lines.append(Line(cells: trimmed, line: number))
        }
        number += 1 + cells.reduce(0) { $0 + $1.count { $0.isNewline } }
      }
    } catch {
      throw unbalancedQuotes(at: number)
    }
    return lines
  }

  private static func unbalancedQuotes(at line: Int) -> DecisionTableFaults {
    DecisionTableFaults(
      DecisionTableFault(
        "quotation marks are not closed, or not doubled", line: line,
        hint: "write quotation marks around such a cell, and double its own"))
  }

  /// The line of a quotation mark that is not closed; `nil` if all are.
  private static func lineOfOpenQuote(in text: String) -> Int? {
    var line = 1
    var open: Int?
    for character in text {
      if character == "\"" { open = open == nil ? line : nil }
      if character.isNewline { line += 1 }
    }
    return open
  }

  // MARK: The header

  private static func headings(_ line: Line, _ faults: inout [DecisionTableFault]) -> [Heading] {
    var headings: [Heading] = []
    var cells = line.cells
    while cells.last == "" { cells.removeLast() }
    for cell in cells {
      var heading = Heading(role: .unmarked, name: "", type: nil, title: cell)
      var rest = cell
      // In small letters only: `Out of office` is a name.
      for (word, role) in [("in ", Heading.Role.input), ("out ", .output), ("#", .doc)]
      where rest.hasPrefix(word) {
        heading.role = role
        rest = String(rest.dropFirst(word.count))
        break
      }
      if let colon = rest.lastIndex(of: ":") {
        let word = rest[rest.index(after: colon)...].trimmed
        heading.type = ColumnType(word)
        if heading.type == nil {
          faults.append(
            DecisionTableFault(
              "`\(word)` in the header is no type", line: line.line,
              hint: "expected \(ColumnType.words)"))
        }
        rest = String(rest[..<colon])
      }
      heading.name = name(of: rest)
      if heading.name.isEmpty, heading.role != .doc {
        faults.append(
          DecisionTableFault(
            "column \(headings.count + 1) has no name that a rule can read", line: line.line,
            hint:
              "a name has letters without accents, digits and `_`, begins with a letter, and is no word of Lua"
          ))
      }
      headings.append(heading)
    }
    // Without marked outputs the last column is the output.
    if !headings.contains(where: { $0.role == .output }),
      let last = headings.lastIndex(where: { $0.role == .unmarked })
    {
      headings[last].role = .output
    }
    for index in headings.indices where headings[index].role == .unmarked {
      headings[index].role = .input
    }
    if !headings.contains(where: { $0.role == .output }) {
      faults.append(
        DecisionTableFault(
          "the header has no output", line: line.line,
          hint: "write `out` before the name of a column"))
    }
    var outputs: Set<String> = []
    for heading in headings where heading.role == .output && !heading.name.isEmpty {
      if !outputs.insert(heading.name).inserted {
        faults.append(
          DecisionTableFault("the output `\(heading.name)` has two columns", line: line.line))
      }
    }
    var inputs: Set<String> = []
    for heading in headings where heading.role == .input && !heading.name.isEmpty {
      if outputs.contains(heading.name) {
        faults.append(
          DecisionTableFault("`\(heading.name)` is both an input and an output", line: line.line))
      } else if !inputs.insert(heading.name).inserted {
        faults.append(
          DecisionTableFault("the input `\(heading.name)` has two columns", line: line.line))
      }
    }
    for name in inputs.union(outputs).sorted() {
      let members = inputs.union(outputs).filter { $0.hasPrefix(name + ".") }
      if let member = members.min() {
        faults.append(
          DecisionTableFault(
            "`\(name)` cannot be a column beside its member `\(member)`", line: line.line))
      }
    }
    if !headings.contains(where: { $0.role == .input }) {
      faults.append(DecisionTableFault("the header has no input", line: line.line))
    }
    return headings
  }

  /// Makes a path that Lua can read: `Customer age` becomes `customerAge`.
  static func name(of title: String) -> String {
    title.split(separator: ".", omittingEmptySubsequences: false).map { part in
      // A name must not lose a letter.
      guard part.allSatisfy({ $0.isASCII || !$0.isLetter }) else { return "" }
      let words = part.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) }
      guard words.count != 1 else { return String(words[0]) }
      return words.enumerated().map { index, word in
        (index == 0 ? word.prefix(1).lowercased() : word.prefix(1).uppercased()) + word.dropFirst()
      }.joined()
    }.reduce(into: [String]()) { $0.append($1) }.validPath
  }

  // MARK: Rows

  private static func row(
    _ line: Line, _ headings: [Heading], _ rows: inout [DecisionTable.Row],
    _ faults: inout [DecisionTableFault]
  ) {
    if line.cells.dropFirst(headings.count).contains(where: { !$0.isEmpty }) {
      faults.append(
        DecisionTableFault("the row has more cells than the header has columns", line: line.line))
      return
    }
    var inputs: [InputCell] = []
    var outputs: [OutputCell] = []
    var docs: [String] = []
    for (index, heading) in headings.enumerated() {
      let text = index < line.cells.count ? line.cells[index] : ""
      do throws(CellFault) {
        switch heading.role {
        case .input, .unmarked: inputs.append(try InputCell(text, heading.type))
        case .output: outputs.append(try OutputCell(text, heading.type))
        case .doc: if !text.isEmpty { docs.append(text) }
        }
      } catch {
        faults.append(
          DecisionTableFault("in the column `\(heading.title)`, \(error.message)", line: line.line))
      }
    }
    guard inputs.count + outputs.count == headings.count(where: { $0.role != .doc }) else { return }
    rows.append(
      DecisionTable.Row(
        line: line.line, inputs: inputs, outputs: outputs,
        doc: docs.isEmpty ? nil : docs.joined(separator: " ")))
  }
}

/// All that is wrong with a table.
package struct DecisionTableFaults: Error, Sendable {
  package let first: DecisionTableFault
  package let others: [DecisionTableFault]

  init(_ fault: DecisionTableFault) {
    first = fault
    others = []
  }

  init?(_ faults: [DecisionTableFault]) {
    guard let first = faults.first else { return nil }
    self.first = first
    others = Array(faults.dropFirst())
  }
}

extension [String] {
  /// The names with dots between; empty if one of them is none.
  fileprivate var validPath: String {
    let words: Set<String> = [
      "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
      "local",
      "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
    ]
    let areNames = allSatisfy { name in
      guard let first = name.first, !words.contains(name) else { return false }
      return first.isLetter || first == "_"
    }
    return areNames ? joined(separator: ".") : ""
  }
}

extension ColumnType {
  /// The type of some constants.
  init(of constants: [CellValue]) {
    let values = constants.filter { $0 != .null }
    let texts = values.compactMap { if case .text(let text) = $0 { text } else { nil } }
    if values.isEmpty {
      self = .text
    } else if values.allSatisfy({ if case .integer = $0 { true } else { false } }) {
      self = .integer
    } else if values.allSatisfy(\.isNumber) {
      self = .number
    } else if values.allSatisfy({ if case .boolean = $0 { true } else { false } }) {
      self = .boolean
    } else if texts.count == values.count, texts.allSatisfy({ CalendarDay($0) != nil }) {
      self = .date
    } else {
      self = .text
    }
  }
}
