import ArgumentParser
import DecisionImport
import Foundation
import LuaBridge
import LuaRules
import LuaRulesTools

struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Convert a spreadsheet, or rules of Direct to Web, to a Lua rule file.",
    discussion: """
      A file that ends in .csv is a decision table: a header with the names of inputs and outputs, and a row for each \
      rule. Print it as Lua; with --output, write the rules, a schema and tests into a folder.

      luarules import tariff.csv --output rules
      luarules test rules

      Any other file has rules of Direct to Web and its relatives, which are printed with the same order and the \
      same answers:

      entity.name = 'Movie' AND attribute.name = 'name' => label = 'Movie'; high

      What cannot be read is an error with its line, and nothing is printed.

      luarules import old.rules > rules/old.lua
      pbpaste | luarules import -
      """)

  @Argument(
    help: "A .csv file, a file of classic rules, or - for classic rules from standard input.")
  var file: String

  @Option(help: "Write the rules of a table, their schema and their tests into this folder.")
  var output: String?

  func validate() throws {
    if output != nil, !isTable { throw ValidationError("--output is for tables in .csv files") }
  }

  private var isTable: Bool { file.lowercased().hasSuffix(".csv") }

  func run() throws {
    try withExitStatus {
      let text = try InputFile(file, orStandardInput: true).text(or: .syntax)
      if isTable { return try importTable(text) }
      var output = StandardOutput()
      do {
        try output.write(DirectToWebImport.lua(from: text, name: file == "-" ? "input" : file))
      } catch let error as RuleError {
        throw Failure(error, .rulesAtFault)
      }
      try output.flush()
      return nil
    }
  }

  // MARK: Tables

  private func importTable(_ text: String) throws -> Failure.Status? {
    let table: DecisionTable
    do throws(DecisionTableFaults) {
      table = try CSVReader.table(from: text)
    } catch {
      var first = RuleError(error.first, in: file)
      first.others = error.others.map { RuleError($0, in: file) }
      throw Failure(first, .rulesAtFault)
    }
    let name = URL(filePath: file).lastPathComponent
    let rules: String
    let model: RuleModel
    do {
      rules = try RuleFormatter.formatted(table.lua(importedFrom: name), name: file)
      model = try RuleModel(
        sources: [RuleSource(text: rules, name: file)],
        schema: try RuleSchema(json: table.schema, name: file))
    } catch {
      // Its line is one of the text that would have been written.
      throw Failure(
        RuleError(
          .badTable, "the table has no equivalent: \(error.message)",
          at: SourceLocation(file: file),
          hint: error.hint), .rulesAtFault)
    }
    var printed = StandardOutput()
    guard let output else {
      try printed.write(rules)
      try printed.flush()
      return nil
    }
    let base = "\(output)/\(name.dropLast(4))"
    var files = [("\(base).lua", rules), ("\(base).schema.json", table.schema)]
    if let tests = try tests(of: table, model, name) { files.append(("\(base).test.lua", tests)) }
    do {
      try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
      for (path, text) in files {
        try Data(text.utf8).write(to: URL(filePath: path))
        try printed.print(path)
      }
    } catch {
      throw Failure(
        RuleError(.unwritable, "the folder cannot be written", at: SourceLocation(file: output)),
        .noOutput)
    }
    try printed.flush()
    return nil
  }

  /// Returns tests with a case for each row, answered by the table itself; `nil` if no row has answers.
  private func tests(of table: DecisionTable, _ model: RuleModel, _ name: String) throws -> String?
  {
    let text = table.tests(importedFrom: name) { values in
      var context = RuleContext(model)
      do {
        for (name, value) in values { try context.setValue(LuaValue(value), for: name) }
        return try table.outputs.map { try context.plainAnswer(at: $0.name).value.literalOfTable }
      } catch {
        // An answer that is an error, as of two rows of a unique table, is left for the check to tell.
        return nil
      }
    }
    do {
      return try text.map { try RuleFormatter.formatted($0, name: file) }
    } catch let error as RuleError {
      throw Failure(error, .rulesAtFault)
    }
  }
}

extension RuleError {
  fileprivate init(_ fault: DecisionTableFault, in file: String) {
    self.init(
      .badTable, fault.message, at: SourceLocation(file: file, line: fault.line), hint: fault.hint)
  }
}

extension LuaValue {
  fileprivate init(_ value: CellValue) {
    self =
      switch value {
      case .null: .null
      case .boolean(let flag): .boolean(flag)
      case .integer(let integer): .integer(integer)
      case .number(let digits): .number(Double(digits) ?? 0)
      case .text(let text): .string(text)
      }
  }

  /// The value as Lua, with the elements of a list; whole, which `literal` is not.
  fileprivate var literalOfTable: String {
    switch self {
    case .nil: "null"
    case .string(let text): CellValue.text(text).lua
    case .number(let number): "\(number)"
    case .table(let table): "{ \(table.elements.map(\.literalOfTable).joined(separator: ", ")) }"
    default: literal
    }
  }
}
