import ArgumentParser
import DecisionImport
import Foundation
import LuaBridge
import LuaRules
import LuaRulesTools

struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Convert a spreadsheet, a decision model, or rules of Direct to Web, to a Lua rule file.",
    discussion: """
      A file that ends in .csv is a decision table: a header with the names of inputs and outputs, and a row for each \
      rule. Print it as Lua; with --output, write the rules, a schema and tests into a folder.

      luarules import tariff.csv --output rules
      luarules test rules

      A file that ends in .dmn is a model of decisions in the XML of DMN 1.1 to 1.5. Its decision tables become \
      tables, its expressions functions. With --output, the folder also gets the module lib/feel.lua, which some rules \
      require, and tests for the rows of tables. A decision that cannot be converted is an error, and nothing is \
      written; with --partial, it is left out.

      luarules import loan.dmn --output rules

      Any other file has rules of Direct to Web and its relatives, which are printed with the same order and the \
      same answers:

      entity.name = 'Movie' AND attribute.name = 'name' => label = 'Movie'; high

      What cannot be read is an error with its line, and nothing is printed.

      luarules import old.rules > rules/old.lua
      pbpaste | luarules import -
      """)

  @Argument(
    help:
      "A .csv or .dmn file, a file of classic rules, or - for classic rules from standard input.")
  var file: String

  @Option(
    help: "Write the rules of a table or model, their schema and their tests into this folder.")
  var output: String?

  @Flag(help: "Convert the other decisions of a .dmn file if some cannot be converted.")
  var partial = false

  func validate() throws {
    if output != nil, !isTable, !isModel {
      throw ValidationError("--output is for .csv and .dmn files")
    }
    if partial, !isModel { throw ValidationError("--partial is for .dmn files") }
  }

  private var isTable: Bool { file.lowercased().hasSuffix(".csv") }
  private var isModel: Bool { file.lowercased().hasSuffix(".dmn") }

  func run() throws {
    try withExitStatus {
      let text = try InputFile(file, orStandardInput: true).text(or: .syntax)
      if isTable { return try importTable(text) }
      if isModel { return try importModel(text) }
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
      throw Failure(RuleError(error, in: file), .rulesAtFault)
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
    return try write(rules, to: output) { base in
      var files = [("\(base).lua", rules), ("\(base).schema.json", table.schema)]
      let tests = try tests(answeredBy: model) { answers in
        table.tests(importedFrom: name) { answers($0, table.outputs.map(\.name)) }
      }
      if let tests { files.append(("\(base).test.lua", tests)) }
      return files
    }
  }

  /// Prints the rules; with a folder, writes files into it, whose names begin with that of the imported one.
  private func write(
    _ rules: String, to folder: String?, _ files: (_ base: String) throws -> [(String, String)]
  ) throws -> Failure.Status? {
    var printed = StandardOutput()
    guard let folder else {
      try printed.write(rules)
      try printed.flush()
      return nil
    }
    let name = URL(filePath: file).lastPathComponent
    let files = try files("\(folder)/\(name.dropLast(4))")
    do {
      for (path, text) in files {
        let url = URL(filePath: path)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
        try printed.print(path)
      }
    } catch {
      throw Failure(
        RuleError(.unwritable, "the folder cannot be written", at: SourceLocation(file: folder)),
        .noOutput)
    }
    try printed.flush()
    return nil
  }

  /// Makes tests with a case for each row, answered by the rules themselves.
  ///
  /// - Parameters:
  ///   - model: The rules.
  ///   - write: Writes the file with the answers that it gets for the values of inputs.
  /// - Returns: The file; `nil` if no row has answers.
  /// - Throws: ``Failure``.
  private func tests(
    answeredBy model: RuleModel,
    _ write: (
      _ answers: (_ values: [(name: String, value: CellValue)], _ keys: [String]) -> [String]?
    ) -> String?
  ) throws -> String? {
    let text = write { values, keys in
      var context = RuleContext(model)
      do {
        for (name, value) in values { try context.setValue(LuaValue(value), for: name) }
        return try keys.map { try context.plainAnswer(at: $0).value.literalOfTable }
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

// MARK: Models

extension Import {
  private func importModel(_ text: String) throws -> Failure.Status? {
    let conversion: DMNConversion
    do throws(DecisionTableFaults) {
      conversion = try DMNConversion(text)
    } catch {
      throw Failure(RuleError(error, in: file), .rulesAtFault)
    }
    if let refusal = conversion.refusal {
      var error = RuleError(refusal, in: file)
      guard partial, conversion.hasRules else {
        if conversion.hasRules {
          error.notes.append(RuleError.Note("--partial converts the other decisions"))
        }
        throw Failure(error, .rulesAtFault)
      }
      for fault in [RuleError(refusal.first, in: file)] + error.others {
        StandardError.print("\(fault.warning())")
      }
    }
    let name = URL(filePath: file).lastPathComponent
    let rules: String
    let model: RuleModel
    do {
      rules = try RuleFormatter.formatted(conversion.lua(importedFrom: name), name: file)
      model = try RuleModel(
        sources: [
          RuleSource(
            text: rules, name: file,
            modules: conversion.needsModule ? ["feel": FEELModule.text] : [:])
        ],
        schema: try RuleSchema(json: conversion.schema, name: file))
    } catch {
      // Its line is one of the text that would have been written.
      throw Failure(
        RuleError(
          .badTable, "the model has no equivalent: \(error.message)",
          at: SourceLocation(file: file), hint: error.hint), .rulesAtFault)
    }
    return try write(rules, to: output) { base in
      var files = [("\(base).lua", rules), ("\(base).schema.json", conversion.schema)]
      if conversion.needsModule {
        files.append(("\(output ?? "")/lib/feel.lua", FEELModule.text))
      }
      let tests = try tests(answeredBy: model) { conversion.tests(importedFrom: name, $0) }
      if let tests { files.append(("\(base).test.lua", tests)) }
      return files
    }
  }
}

extension RuleError {
  fileprivate init(_ faults: DecisionTableFaults, in file: String) {
    self.init(faults.first, in: file)
    others = faults.others.map { RuleError($0, in: file) }
  }

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
    case .table(let table):
      "{ \((table.elements.map(\.literalOfTable) + table.fields.map(Self.literal)).joined(separator: ", ")) }"
    default: literal
    }
  }

  private static func literal(_ name: String, _ value: LuaValue) -> String {
    "\(LuaName.key(name)) = \(value.literalOfTable)"
  }
}
