import LuaRules

/// The page that adds the rows of a CSV file, after it has shown what would come of it.
struct ImportPage: Sendable {
  /// The most rows, and the most rows with something wrong, that are shown.
  private static let shownRows = 20

  private let request: PageRequest
  private let entity: Entity
  private let context: RuleContext
  private let maximumSize: Int

  /// Prepares the page; nil where the user may not add rows, or not so many at once.
  init?(_ entity: Entity, _ request: PageRequest) {
    let access = request.access.forTask("new")
    guard let context = access.context(of: entity.identifier), access.canInsert(entity) else {
      return nil
    }
    self.request = request
    self.entity = entity
    self.context = context
    maximumSize = request.ask(
      \.maximumImportSize, "maximumImportSize", of: entity.name, in: context, else: 0)
    guard maximumSize > 0 else { return nil }
  }

  private var texts: PageTexts { request.texts }

  private func rows(_ count: Int) -> String { RowCount.exactly(count).text(texts) }

  /// Asks for a file, or a text.
  func answer(problem: String? = nil, text: String = "", status: Int = 200) -> PageAnswer {
    html(["problem": problem.orFalse, "preview": false, "text": text], status: status)
  }

  /// Shows what would come of a file, or adds its rows: all or none.
  func answer(_ body: FormBody) async throws -> PageAnswer {
    let bytes = body.file("file")?.bytes ?? Array((body["text"] ?? "").utf8)
    guard bytes.count <= maximumSize else {
      return answer(
        problem: texts[
          "textTooLarge", ["limit": maximumSize.sizeText, "size": bytes.count.sizeText]],
        status: 413)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return answer(problem: texts["notUTF8"], status: 422)
    }
    guard let form = try await form() else { return .notFound }
    switch read(text, form.form, form.originals) {
    case .failure(let problem):
      let columns = form.form.fields.filter(\.isEditable).map(\.property.name)
      let sentence = texts[problem.text, ["columns": columns.joined(separator: ", ")]]
      return answer(
        problem: texts["lineProblem", ["line": String(problem.line), "problem": sentence]],
        text: text, status: 422)
    case .success(let plan) where plan.lines.isEmpty:
      return answer(problem: texts["noRowsBelow"], text: text, status: 422)
    case .success(let plan): return try await answer(plan, text, body)
    }
  }

  private func read(
    _ text: String, _ form: Form, _ originals: Originals
  ) -> Result<ImportPlan, DelimitedReader.Problem> {
    Result { () throws(DelimitedReader.Problem) in
      try ImportPlan(text, into: entity, form, originals, texts)
    }
  }

  private func answer(
    _ read: ImportPlan, _ text: String, _ body: FormBody
  ) async throws -> PageAnswer {
    var plan = read
    if body["step"] == "import" && !plan.hasProblems {
      let commands = plan.commands
      let result = try await request.recording(.insert, entity, nil) {
        try await request.access.forTask("new").write(commands, in: request.file)
      } changes: {
        $0.changes
      }
      switch result {
      case .written:
        return .redirect(
          request.addresses.list(entity),
          note: PageNote(text: texts["importedRows", ["count": rows(commands.count)]]))
      case .rejected(let failures): plan.add(failures)
      }
      return preview(plan, text, status: 422)
    }
    plan.add(
      try await request.access.forTask("new").rehearse(plan.commands, in: request.file))
    return preview(plan, text, status: plan.hasProblems ? 422 : 200)
  }

  /// The form of a new row with all columns, not only those that people see, and what it showed.
  private func form() async throws -> (form: Form, originals: Originals)? {
    let forms = request.forms
    let names = entity.attributes.filter {
      !$0.isGenerated && !$0.isHidden && $0.kind != .blob && !$0.isSecret
    }.map(\.name)
    guard let form = try await forms.form(entity, nil, names: names),
      let originals = Originals(
        form.original, with: request.seal, entity: entity, key: nil, user: request.formUser)
    else { return nil }
    return (form, originals)
  }

  private func preview(_ plan: ImportPlan, _ text: String, status: Int) -> PageAnswer {
    let wrong = plan.lines.filter { !$0.problems.isEmpty }
    let count = rows(plan.lines.count)
    let summary =
      wrong.isEmpty
      ? texts["importReady", ["count": count]]
      : texts["importStopped", ["wrong": wrong.count.grouped(texts), "count": count]]
    let shown = wrong.isEmpty ? plan.lines : wrong
    return html(
      [
        "problem": false, "preview": true, "text": text, "summary": summary,
        "ignored": plan.ignored.isEmpty
          ? false
          : texts["notImported", ["columns": plan.ignored.joined(separator: ", ")]] as Any,
        "columns": plan.columns.filter { $0.field != nil }.map { ["label": $0.title] },
        "rows": shown.prefix(Self.shownRows).map { values($0, plan.columns) },
        "more": shown.count > Self.shownRows
          ? texts["moreLines", ["count": rows(shown.count - Self.shownRows)]] : false as Any,
        "importTitle": wrong.isEmpty ? texts["importCount", ["count": count]] : false as Any,
      ], status: status)
  }

  private func values(_ line: ImportPlan.Line, _ columns: [ImportPlan.Column]) -> [String: Any] {
    [
      "number": String(line.number),
      "cells": zip(columns, line.cells).filter { $0.0.field != nil }.map {
        ["text": $0.1.map { $0.prefix(scalars: 100) } ?? "–"]
      },
      "errors": line.problems.joined(separator: " "),
    ]
  }

  private func html(_ values: [String: Any], status: Int) -> PageAnswer {
    let title = texts["importInto", ["table": request.displayName(of: entity)]]
    var all: [String: Any] = [
      "page": "PageImport", "title": title, "navigationBarTitle": title, "generation": false,
      "importHref": request.addresses.importing(entity),
      "listHref": request.addresses.list(entity), "entityTitle": request.displayName(of: entity),
      "sizeText": texts["importSize", ["limit": maximumSize.sizeText]],
    ]
    all.merge(values) { $1 }
    return request.html(all, in: context, of: entity, status: status)
  }
}
