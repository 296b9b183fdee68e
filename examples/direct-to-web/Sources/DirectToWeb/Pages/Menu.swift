import LuaRules

/// Tables of the first page and the menu, below a heading.
struct MenuSection: Sendable {
  /// The heading; nil for none.
  var title: String?
  var entities: [Entity]
}

extension PageRequest {
  /// The sections of the menu, as `menu` tells, without those that would be empty.
  ///
  /// Only tables that `visibleEntityNames` names are in it.
  var menuSections: [MenuSection] {
    let visible = access.visibleEntities
    guard let menu = ask(\.menu, "menu", of: context.database.name, in: context, else: nil) else {
      return visible.isEmpty ? [] : [MenuSection(entities: visible)]
    }
    return menu.compactMap { section in
      let entities = section.keys.compactMap { name in
        visible.first { $0.name.hasSameBytes(as: name) }
      }
      return entities.isEmpty ? nil : MenuSection(title: section.heading, entities: entities)
    }
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
