import LuaRules

/// Tables of the first page and the menu, below a heading.
struct MenuSection: Sendable {
  /// The heading; nil for none.
  var title: String?
  var entities: [Entity]
}

extension PageRequest {
  /// The sections of the menu, as `menu` tells, without those that would be empty; by default the tables,
  /// and the views below them.
  ///
  /// Only tables that `visibleEntityNames` names are in it.
  var menuSections: [MenuSection] {
    let visible = access.visibleEntities
    guard let menu = ask(\.menu, "menu", of: context.database.name, in: context, else: nil) else {
      let views = visible.filter(\.isView)
      let tables = visible.filter { !$0.isView }
      let isDivided = !tables.isEmpty && !views.isEmpty
      return sections(of: tables)
        + (views.isEmpty
          ? [] : [MenuSection(title: isDivided ? texts["views"] : nil, entities: views)])
    }
    return menu.compactMap { section in
      let entities = section.keys.compactMap { name in
        visible.first { $0.name.hasSameBytes(as: name) }
      }
      return entities.isEmpty ? nil : MenuSection(title: section.heading, entities: entities)
    }
  }

  /// Tables whose names begin alike, such as `auth_user` and `auth_group`, in sections of their own where there
  /// are many tables.
  private func sections(of tables: [Entity]) -> [MenuSection] {
    guard tables.count > Self.manyTables else {
      return tables.isEmpty ? [] : [MenuSection(entities: tables)]
    }
    func beginning(_ entity: Entity) -> String? {
      let parts = entity.name.split(separator: "_", maxSplits: 1)
      return parts.count == 2 ? String(parts[0]) : nil
    }
    let counts = Dictionary(tables.compactMap(beginning).map { ($0, 1) }, uniquingKeysWith: +)
    var plain = MenuSection(entities: [])
    var groups: [MenuSection] = []
    for entity in tables {
      guard let word = beginning(entity), counts[word, default: 0] > 2 else {
        plain.entities.append(entity)
        continue
      }
      let title = word.displayName
      if let place = groups.firstIndex(where: { $0.title == title }) {
        groups[place].entities.append(entity)
      } else {
        groups.append(MenuSection(title: title, entities: [entity]))
      }
    }
    return (plain.entities.isEmpty ? [] : [plain]) + groups
  }

  /// What the template of the menu reads.
  func menu(current: Entity?) -> [[String: Any]] {
    menuSections.map { section in
      [
        "heading": section.title.orFalse,
        "tables": section.entities.map { entity in
          [
            "href": addresses.list(entity), "title": displayName(of: entity),
            "isCurrent": entity.identifier == current?.identifier,
          ] as [String: Any]
        },
      ]
    }
  }
}
