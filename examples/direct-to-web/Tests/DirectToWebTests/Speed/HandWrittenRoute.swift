import Hummingbird
import HummingbirdTesting
import Mustache
import NIOCore

@testable import DirectToWeb

/// A list as somebody would write it by hand, for one table: two statements, one template, one route.
///
/// It shows what the list that rules make shows in its rows: the columns, a link to the row, one to its form,
/// a box to choose it, and a field where one may be typed into.
struct HandWrittenRoute {
  let file: DatabaseFile
  let title: String
  let heads: [String]
  /// The rows: first the key, then a value for each head.
  let rows: SQL
  let count: SQL
  /// The heads of numbers, and those with a field.
  var numbers: Set<String> = []
  var fields: Set<String> = []
  /// The heads of amounts in cents.
  var amounts: Set<String> = []
  private let library: MustacheLibrary

  init(
    _ title: String, heads: [String], rows: SQL, count: SQL, numbers: Set<String> = [],
    fields: Set<String> = [], amounts: Set<String> = [], of file: DatabaseFile
  ) throws {
    MustacheContentTypes.register(SafeHTML(), named: SafeHTML.name)
    var library = MustacheLibrary()
    try library.register(Self.template, named: "page")
    (self.library, self.file, self.title, self.heads) = (library, file, title, heads)
    (self.rows, self.count) = (rows, count)
    (self.numbers, self.fields, self.amounts) = (numbers, fields, amounts)
  }

  private static let template = """
    {{% CONTENT_TYPE: SAFE}}<!DOCTYPE html><html lang="en"><head><title>{{title}}</title></head><body>
    <h1>{{title}}</h1><p>{{count}}</p>
    <form method="get"><input type="search" name="q"><button>Find</button></form>
    <form method="post"><table><thead><tr><th></th>{{#heads}}<th scope="col"><a href="?sort={{.}}">{{.}}</a></th>{{/heads}}<th></th></tr></thead>
    <tbody>{{#rows}}<tr><td><input type="checkbox" name="row" value="{{id}}" aria-label="{{label}}"></td>
    {{#cells}}<td class="{{class}}">{{#input}}<input name="{{input}}" value="{{text}}">{{/input}}{{^input}}{{text}}{{/input}}</td>{{/cells}}
    <td><a href="{{id}}">Open</a> <a href="{{id}}/edit" aria-label="Edit {{label}}">Edit</a></td></tr>
    {{/rows}}</tbody></table><button>Save</button></form></body></html>
    """

  func page() async throws -> String {
    let (found, total) = try await file.read { connection in
      (try connection.rows(rows), try connection.rows(count))
    }
    let values: [String: Any] = [
      "title": title, "heads": heads, "count": text(total.first?.first ?? .null),
      "rows": found.prefix(50).map { row in
        [
          "id": text(row[0]), "label": text(row[2]),
          "cells": zip(heads, row.dropFirst()).map { head, value in
            [
              "text": amounts.contains(head) ? amount(value) : text(value),
              "class": numbers.contains(head) ? "number" : "",
              "input": fields.contains(head) ? "\(head).\(text(row[0]))" as Any : false,
            ] as [String: Any]
          },
        ] as [String: Any]
      },
    ]
    return library.render(values, withTemplate: "page") ?? ""
  }

  /// The application that answers with the page.
  func application() -> some ApplicationProtocol {
    let router = Router(context: SiteContext.self)
    router.get("list") { _, _ in
      Response(
        status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
        body: .init(byteBuffer: ByteBuffer(string: try await page())))
    }
    return Application(responder: router.buildResponder())
  }

  private func amount(_ value: Value) -> String {
    guard case .integer(let cents) = value else { return text(value) }
    let rest = String(abs(cents) % 100)
    return "€ \(cents / 100).\(rest.count < 2 ? "0" + rest : rest)"
  }

  private func text(_ value: Value) -> String {
    switch value {
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .text(let text): text
    default: "–"
    }
  }
}
