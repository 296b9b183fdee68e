import LuaRules

/// The columns of a list: those of the rules, or those that the user chose among all that may be seen.
struct ListColumns {
  /// The names that the rules tell.
  let usual: [String]
  private let entity: Entity
  private let access: Access
  private let chosen: [String]

  init(_ entity: Entity, _ state: ListState, in context: RuleContext, _ request: PageRequest) {
    usual = request.ask(
      \.displayPropertyKeys, "displayPropertyKeys", of: entity.name, in: context, else: [])
    self.entity = entity
    access = request.access
    chosen = state.columns
  }

  /// All names that can be chosen: the usual ones first.
  var candidates: [String] {
    let others =
      entity.attributes.filter { !$0.isHidden && access.canShow($0) }.map(\.name)
      + entity.relationships.filter(access.canSee).map(\.name)
    return usual + others.filter { name in !usual.contains(where: name.hasSameBytes) }
  }

  /// Those that are shown.
  var shown: [String] {
    if chosen.isEmpty { return usual }
    let known = candidates.filter { chosen.contains(where: $0.hasSameBytes) }
    return known.isEmpty ? usual : known
  }
}

extension ListPage {
  /// What the template reads of the columns that can be chosen.
  var columnChoices: [[String: Any]] {
    let columns = ListColumns(entity, state, in: context, request)
    let shown = columns.shown
    return PageProperties(columns.candidates, of: entity, in: context, request.access).all.map {
      property in
      let label = request.label(of: property, entity)
      return [
        "value": property.key.pathToken, "label": label.isEmpty ? property.key : label,
        "isShown": shown.contains(where: property.key.hasSameBytes),
      ]
    }
  }
}
