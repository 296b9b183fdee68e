import LuaRules

extension PageRequest {
  /// The size of a page, as `pageSize` tells, from 1 to 500.
  func pageSize(_ entity: Entity, _ context: RuleContext) -> Int {
    min(max(ask(\.pageSize, "pageSize", of: entity.name, in: context, else: 50), 1), 500)
  }

  /// The rows that a user asks for, through the door of rights.
  func list(
    _ entity: Entity, _ state: ListState, columns: [AttributePath],
    relationships: [Relationship] = [], in context: RuleContext
  ) throws -> RowList {
    let auxiliary = ask(
      \.auxiliaryQualifier, "auxiliaryQualifier", of: entity.name, in: context, else: .nil)
    let conditions = state.filters.map { filter -> Qualifier in
      if entity.attribute(filter.property) == nil,
        let relationship = entity.relationship(filter.property)
      {
        return RelationshipFilter(relationship, access)?.qualifier(filter.text) ?? .nothing
      }
      guard let path = try? model.path(filter.property, from: entity), !path.attribute.isSecret
      else { return .nothing }
      return (try? FilterText.qualifier(filter.text, on: path)) ?? .nothing
    }
    var rule = Qualifier.everything
    switch auxiliary {
    case .nil, .null: break
    default:
      let filter = RowFilter(auxiliary, of: entity, in: model)
      if let notice = filter.notice {
        access.refuse("auxiliaryQualifier", entity.name, notice.message)
      }
      rule = filter.qualifier
    }
    let searchKeys = ask(\.searchKeys, "searchKeys", of: entity.name, in: context, else: [])
    return try RowList(
      entity, columns: columns, relationships: relationships, where: .all(conditions),
      rule: rule, search: state.search, in: seenPaths(searchKeys, entity),
      sort: sort(entity, state, context),
      from: state.start?.relationship.destination == entity.identifier ? state.start : nil,
      through: access)
  }

  /// The columns with some names, without those that may not be seen.
  ///
  /// The name of a to-one relationship stands for the columns that name its rows.
  func seenPaths(_ keys: [String], _ entity: Entity) -> [AttributePath] {
    var paths: [AttributePath] = []
    for key in keys {
      let found = (try? model.path(key, from: entity)).map { [$0] } ?? labelPaths(key, entity)
      paths += found.filter {
        access.canSee($0) && !$0.attribute.isSecret && !paths.contains($0)
      }
    }
    return paths
  }

  /// The columns that name the row at the end of a to-one relationship; none for other names.
  private func labelPaths(_ key: String, _ entity: Entity) -> [AttributePath] {
    guard let relationship = entity.relationship(key), relationship.kind == .toOne,
      access.canSee(relationship), let other = model.destination(of: relationship)
    else { return [] }
    return access.labelAttributes(of: other).compactMap { try? AttributePath([relationship], $0) }
  }

  /// The columns by which a property is sorted, never by a password; none when it cannot be.
  func sortPaths(_ key: String, _ entity: Entity) -> [AttributePath] {
    if let path = try? model.path(key, from: entity) {
      return access.canSee(path) && path.attribute.kind != .blob && !path.attribute.isSecret
        ? [path] : []
    }
    return labelPaths(key, entity)
  }

  /// The columns whose values make groups, as `groupBy` tells; none for a list without groups.
  ///
  /// Of a relationship these are the label and what the foreign key points to, so that two rows with the
  /// same label are two groups.
  func groupPaths(_ entity: Entity, _ context: RuleContext) -> [AttributePath] {
    let key = ask(\.groupBy, "groupBy", of: entity.name, in: context, else: nil)
    guard let key, !key.isEmpty else { return [] }
    var paths = sortPaths(key, entity)
    if let relationship = entity.relationship(key), entity.attribute(key) == nil,
      relationship.kind == .toOne, access.canSee(relationship)
    {
      let ends = relationship.columns.compactMap { try? AttributePath([relationship], $0.other) }
      paths += ends.filter {
        access.canSee($0) && !$0.attribute.isSecret && !paths.contains($0)
      }
    }
    if paths.isEmpty { access.refuseProperty("\(entity.name).\(key)") }
    return paths
  }

  /// The order of a list: by groups first, in the direction that is wanted of their columns.
  private func sort(_ entity: Entity, _ state: ListState, _ context: RuleContext) -> [SortTerm] {
    let wanted = wantedSort(entity, state, context)
    let groups = groupPaths(entity, context)
    return groups.map { path in wanted.first { $0.path == path } ?? SortTerm(path) }
      + wanted.filter { !groups.contains($0.path) }
  }

  private func wantedSort(
    _ entity: Entity, _ state: ListState, _ context: RuleContext
  ) -> [SortTerm] {
    if let sort = state.sort {
      let key = sortKey(sort.property, entity, context)
      return sortPaths(key, entity).map { SortTerm($0, isDescending: sort.isDescending) }
    }
    return usualSort(entity, context)
  }

  /// The order that `defaultSort` tells.
  func usualSort(_ entity: Entity, _ context: RuleContext) -> [SortTerm] {
    ask(\.defaultSort, "defaultSort", of: entity.name, in: context, else: []).flatMap {
      name in
      let isDescending = name.hasPrefix("-")
      return sortPaths(isDescending ? String(name.dropFirst()) : name, entity)
        .map { SortTerm($0, isDescending: isDescending) }
    }
  }

  /// The name by which a property is sorted.
  private func sortKey(_ name: String, _ entity: Entity, _ context: RuleContext) -> String {
    let property = PageProperties([name], of: entity, in: context, access).all.first
    guard let property else { return name }
    return ask(
      \.sortKey, "sortKey", of: "\(entity.name).\(name)", in: property.context, else: nil) ?? name
  }
}
