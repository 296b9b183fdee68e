import LuaRules

extension Inlines {
  /// What the page of a row reads of the rows in `inlines`: a table for each relationship.
  func tables() async throws -> [[String: Any]] {
    var tables: [[String: Any]] = []
    for group in groups {
      if let table = try await table(of: group) { tables.append(table) }
    }
    return tables
  }

  private func table(of group: Group) async throws -> [String: Any]? {
    let access = request.access.forTask("list")
    guard let key, let context = access.context(of: group.entity.identifier) else { return nil }
    let backward = Set(group.back.columns.map(\.own.name)).union([group.back.name])
    let names = access.answer(
      \.displayPropertyKeys, "displayPropertyKeys", of: group.entity.name, in: context, else: []
    ).filter { !backward.contains($0) }
    var properties = PageProperties(names, of: group.entity, in: context, access)
    let label = properties.read(access.labelAttributes(of: group.entity).map(AttributePath.init))
    let all = properties.all
    let list = try RowList(
      group.entity, columns: properties.columns, relationships: properties.relationships,
      from: RowList.Start(group.relationship, of: key), through: access)
    let (page, count) = try await request.file.read {
      (try list.page(size: Self.mostRows, on: $0), try list.count(on: $0))
    }
    let related = request.addresses.related(owner, key, group.relationship, group.entity)
    return [
      "heading": request.label(of: group.relationship, owner), "listHref": related,
      "countText": count.text, "hasRows": !page.rows.isEmpty,
      "columns": all.map { property in
        [
          "label": request.label(of: property, group.entity),
          "class": request.ask(
            \.`class`, "class", of: "\(group.entity.name).\(property.key)", in: property.context,
            else: ""
          ).classNames,
        ]
      },
      "rows": page.rows.map { row in
        [
          "cells": all.map { property in
            var cell = request.cell(property, of: row, access)
            cell.why = request.whyHref(.cell, group.entity, property: property.key, row: row.key)
            return cell
          },
          "openHref": row.key.map { request.addresses.row(group.entity, $0) }.orFalse,
          "openLabel": "Open \(request.title(of: row, label: row.values[label]))",
        ] as [String: Any]
      },
    ]
  }
}
