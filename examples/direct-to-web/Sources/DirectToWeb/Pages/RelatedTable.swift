import LuaRules

/// The first rows at the end of a to-many relationship, as a table on the page of the row where it begins.
struct RelatedTable: Sendable {
  let request: PageRequest
  let owner: Entity
  let key: RowKey
  let relationship: Relationship
  /// The most rows.
  let limit: Int

  /// Reads the rows, and returns what the template reads of them; nil where nobody may ask for them.
  func values() async throws -> [String: Any]? {
    let access = request.access.forTask("list")
    guard relationship.kind != .toOne, access.canSee(relationship),
      let entity = access.model.destination(of: relationship),
      let context = access.context(of: entity.identifier)
    else { return nil }
    let backward = backward(entity)
    let names = access.answer(
      \.displayPropertyKeys, "displayPropertyKeys", of: entity.name, in: context, else: []
    ).filter { !backward.contains($0) }
    var properties = PageProperties(names, of: entity, in: context, access)
    let labels = access.labelAttributes(of: entity)
    let label = properties.read(labels.map(AttributePath.init))
    let all = properties.all
    let list = try RowList(
      entity, columns: properties.columns, relationships: properties.relationships,
      sort: request.usualSort(entity, context),
      from: RowList.Start(relationship, of: key), through: access)
    let (page, count) = try await request.file.read {
      (try list.page(size: limit, on: $0), try list.count(on: $0))
    }
    let labelled = all.firstIndex { property in
      property.path?.steps.isEmpty == true && property.attribute.map(labels.contains) ?? false
    }
    let start = request.addresses.related(key, relationship, entity)
    return [
      "heading": request.label(of: relationship, owner), "listHref": start,
      "countText": count.text(request.texts), "hasRows": !page.rows.isEmpty,
      "moreText": page.next == nil
        ? false : request.texts["showAllRows", ["count": count.text(request.texts)]] as Any,
      "addHref": access.canInsert(entity)
        ? request.addresses.new(entity, ListState.start(relationship, of: key)) : false as Any,
      "addLabel": request.texts["newFor", ["table": request.displayName(of: entity)]],
      "columns": all.map { property in
        [
          "label": request.label(of: property, entity),
          "class": request.ask(
            \.`class`, "class", of: "\(entity.name).\(property.key)", in: property.context,
            else: ""
          ).classNames,
        ]
      },
      "rows": page.rows.map { row in
        let href = row.key.map { request.addresses.row(entity, $0) }
        return [
          "cells": all.enumerated().map { place, property in
            var cell = request.cell(property, of: row, access)
            if place == labelled { cell.href = href }
            cell.why = request.whyHref(.cell, entity, property: property.key, row: row.key)
            return cell
          },
          "openHref": labelled == nil ? href.orFalse : false,
          "openLabel": request.texts[
            "openRow", ["title": request.title(of: row, label: row.values[label])]],
        ] as [String: Any]
      },
    ]
  }

  /// The names of the properties that only lead back.
  private func backward(_ entity: Entity) -> Set<String> {
    guard relationship.kind == .toMany, let back = entity.wayBack(of: relationship) else {
      return []
    }
    return Set(back.columns.map(\.own.name)).union([back.name])
  }
}
