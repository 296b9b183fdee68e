import LuaRules

/// The groups of a list, and the sums of its columns.
struct ListTotals: Sendable {
  private let request: PageRequest
  private let entity: Entity
  /// By what the list is grouped; nil for a list without groups.
  private let grouping: Grouping?
  /// The columns that are added up, with their places in the list.
  private let summed: [(place: Int, property: PageProperty, path: AttributePath)]
  private let columnCount: Int

  private struct Grouping {
    let property: PageProperty
    let paths: [AttributePath]
    /// Where the values of the paths are, in the columns of the list.
    let values: Range<Int>

    func key(of row: RowList.Row) -> GroupKey { GroupKey(Array(row.values[values]), of: paths) }
  }

  /// What was added up.
  struct Sums: Sendable {
    /// Over all rows; nil when it took too long, or nothing is added up.
    fileprivate var all: Totals?
    /// Over the rows of each group; nil when it took too long.
    fileprivate var groups: [GroupKey: Totals]?
    fileprivate var isComplete = true
  }

  /// Asks `groupBy` and `totals`, and has what they need read.
  init(
    _ entity: Entity, _ properties: inout PageProperties, in context: RuleContext,
    _ request: PageRequest
  ) {
    self.request = request
    self.entity = entity
    let paths = request.groupPaths(entity, context)
    let key = request.ask(\.groupBy, "groupBy", of: entity.name, in: context, else: nil)
    if let key, !paths.isEmpty,
      let property = properties.read(key, in: context, request.access)
    {
      grouping = Grouping(property: property, paths: paths, values: properties.read(paths))
    } else {
      grouping = nil
    }
    let names = request.ask(\.totals, "totals", of: entity.name, in: context, else: [])
    columnCount = properties.all.count
    summed = properties.all.enumerated().compactMap { place, property in
      guard names.contains(where: property.key.hasSameBytes) else { return nil }
      guard let path = property.path, path.attribute.canBeSummed else {
        request.access.refuse(
          "totals", "\(entity.name).\(property.key)", "this is no column of numbers")
        return nil
      }
      return (place, property, path)
    }
  }

  /// Adds up the columns, over all rows and over those of the groups of a page.
  func read(_ list: RowList, _ page: RowList.Page, on connection: Connection) throws -> Sums {
    var sums = Sums()
    let paths = summed.map(\.path)
    if !paths.isEmpty {
      sums.all = try list.totals(of: paths, on: connection)
      sums.isComplete = sums.all != nil
    }
    if let grouping {
      let keys = Set(page.rows.map(grouping.key))
      sums.groups = try list.totals(
        by: grouping.paths, among: Array(keys), of: paths, on: connection)
      if sums.groups == nil { sums.isComplete = false }
    }
    return sums
  }

  // MARK: - Templates

  /// What the template reads of groups: one without a heading for a list without groups.
  ///
  /// - Parameters:
  ///   - rows: The rows of the page, each with what the template reads of it.
  ///   - sums: What was added up.
  ///   - pickCount: The number of columns in front of those of the list.
  /// - Returns: What the template reads of each group.
  func groups(
    _ rows: [(row: RowList.Row, values: NamedValues)], _ sums: Sums, pickCount: Int
  ) -> [NamedValues] {
    guard let grouping else {
      return [NamedValues(["heading": false, "rows": rows.map(\.values)])]
    }
    var groups: [NamedValues] = []
    var rest = rows[...]
    while let first = rest.first {
      let key = grouping.key(of: first.row)
      let own = rest.prefix { grouping.key(of: $0.row) == key }
      rest = rest.dropFirst(own.count)
      let totals = sums.groups?[key]
      let heading = CellLine(
        cell: request.groupCell(grouping.property, of: first.row, request.access),
        values: [
          "label": request.label(of: grouping.property, entity),
          "span": String(pickCount + columnCount + 1),
          "count": totals.map { RowCount.exactly($0.count).text(request.texts) }.orFalse,
          "sums": totals.map { shown($0).map(\.line) } ?? [],
        ])
      groups.append(NamedValues(["heading": heading, "rows": own.map(\.values)]))
    }
    return groups
  }

  /// What the template reads of the line below the list; false for none.
  func foot(_ sums: Sums, pickCount: Int) -> Any {
    guard let all = sums.all, let first = summed.first else { return false }
    let shown = shown(all)
    let lead = pickCount + first.place
    let cells = (first.place..<columnCount).map { place -> CellLine in
      var line =
        shown.first { $0.place == place }?.line
        ?? CellLine(
          cell: Cell(
            component: "DisplayString", shown: ShownValue(text: ""), isEmpty: false,
            classNames: ""), values: [:])
      line.values["isNamed"] = lead == 0 && place == first.place
      return line
    }
    return ["span": lead == 0 ? false : String(lead) as Any, "cells": cells]
  }

  /// A sentence where sums are missing; nil where there are all.
  func note(_ sums: Sums) -> String? {
    if !sums.isComplete { return request.texts["slowTotals"] }
    let all = [sums.all].compactMap(\.self) + (sums.groups.map { Array($0.values) } ?? [])
    return all.contains { $0.sums.contains(nil) } ? request.texts["largeTotals"] : nil
  }

  /// The sums as the components of their columns show them.
  private func shown(_ totals: Totals) -> [(place: Int, line: CellLine)] {
    zip(summed, totals.sums).compactMap { column, sum in
      guard let sum else { return nil }
      let cell = request.cell(column.property, sum, object: nil, of: entity, request.access)
      let label = request.label(of: column.property, entity)
      return (column.place, CellLine(cell: cell, values: ["label": label]))
    }
  }
}

extension Attribute {
  /// Whether it may hold numbers that add up: it is declared for them, or for nothing, as in views.
  fileprivate var canBeSummed: Bool { (kind.isNumber || kind == .any) && !isSecret }
}
