import LuaRules

/// The filters of a list: what is open above its rows, and the chips of what is filtered.
struct ListFilters: Sendable {
  /// The most values of one column that are offered with their numbers.
  private static let mostValues = 12

  let request: PageRequest
  let entity: Entity
  let context: RuleContext
  let state: ListState

  /// The properties of `filterKeys` that can be filtered by this user.
  private var properties: [PageProperty] {
    let keys = request.ask(\.filterKeys, "filterKeys", of: entity.name, in: context, else: [])
    return PageProperties(keys, of: entity, in: context, request.access).all.filter { property in
      if let relationship = property.relationship {
        return RelationshipFilter(relationship, request.access) != nil
      }
      return property.attribute.map { !$0.isSecret && $0.kind != .blob } ?? false
    }
  }

  /// Whether there is anything to filter by.
  var isThere: Bool {
    let keys = request.ask(\.filterKeys, "filterKeys", of: entity.name, in: context, else: [])
    return keys.contains { key in
      if let path = try? request.model.path(key, from: entity) {
        return request.access.canSee(path) && !path.attribute.isSecret
      }
      return entity.relationship(key).map(request.access.canSee) ?? false
    }
  }

  // MARK: - Chips

  /// What is filtered, each with the address of the list without it.
  func chips() async throws -> [[String: Any]] {
    var chips: [[String: Any]] = []
    func add(_ text: String, _ state: ListState) {
      chips.append([
        "text": text, "href": request.addresses.list(entity, state.items()),
        "label": request.texts["removeFilter", ["filter": text]], "class": "",
      ])
    }
    if !state.search.isEmpty {
      var other = state
      other.search = ""
      add("“\(state.search)”", other)
    }
    let keys = state.filters.map(\.property)
    for property in PageProperties(keys, of: entity, in: context, request.access).all {
      let label = request.label(of: property, entity)
      for filter in state.filters where filter.property.hasSameBytes(as: property.key) {
        let text = try await text(filter.text, property)
        add("\(label): \(text)", state.without(filter: property.key))
      }
    }
    if chips.count > 1 {
      var other = state
      (other.search, other.filters) = ("", [])
      add(request.texts["removeFilters"], other)
      chips[chips.count - 1]["class"] = "all"
      chips[chips.count - 1]["label"] = request.texts["removeFilters"]
    }
    return chips
  }

  /// What a filter says for people.
  private func text(_ text: String, _ property: PageProperty) async throws -> String {
    if text == FilterText.none { return request.texts["noValue"] }
    if text == FilterText.some { return request.texts["presenceSet"] }
    if let relationship = property.relationship {
      let values = RowKey(token: text)?.values ?? []
      return try await request.title(of: values, along: relationship) ?? text
    }
    guard let attribute = property.attribute else { return text }
    if let choice = attribute.choiceValues?.first(where: { $0.choiceText == text }) {
      return ShownValue(choice, of: attribute, limit: 100).text
    }
    if attribute.kind.isText, text.hasPrefix("="), text.utf8.count > 1 {
      return String(text.unicodeScalars.dropFirst())
    }
    guard let (low, high) = ListState.ends(text), low != high else { return text }
    if low.isEmpty { return "≤ \(high)" }
    return high.isEmpty ? "≥ \(low)" : "\(low) – \(high)"
  }

  // MARK: - Panel

  /// What the template reads of all filters, with values and their numbers as far as they are counted in time.
  func panel() async throws -> [[String: Any]] {
    var fields: [[String: Any]] = []
    for property in properties { fields.append(try await field(property)) }
    return fields
  }

  private func field(_ property: PageProperty) async throws -> [String: Any] {
    let token = property.key.pathToken
    let text = state.filters.last { $0.property.hasSameBytes(as: property.key) }?.text ?? ""
    let presence = FilterText.presence.first { $0.value == text }?.key
    var values: [String: Any] = [
      "label": request.label(of: property, entity), "token": token, "value": "", "isText": false,
      "isRange": false, "low": "", "high": "", "inputType": "text", "isKept": false,
    ]
    let attribute = property.attribute
    let isMissing = property.relationship != nil || attribute?.isNotNull == false
    values["hasPresence"] = isMissing
    values["presence"] = [("", "presence"), ("empty", "presenceEmpty"), ("set", "presenceSet")].map
    {
      value, name -> [String: Any] in
      [
        "value": value, "text": request.texts[name],
        "isChosen": (presence ?? "") == value,
      ]
    }
    if let attribute, attribute.choiceValues == nil {
      let range = inputType(attribute).flatMap { type -> (String, String, String)? in
        if text.isEmpty || presence != nil { return (type, "", "") }
        return ListState.ends(text).flatMap { low, high in
          [low, high].allSatisfy { $0.fits(type) } ? (type, low, high) : nil
        }
      }
      if let range {
        values["isRange"] = true
        (values["inputType"], values["low"], values["high"]) = range
      } else {
        values["isText"] = true
        values["value"] = presence == nil ? text : ""
      }
    } else {
      values["isKept"] = !text.isEmpty && presence == nil
      values["value"] = text
    }
    values["facet"] = try await facet(property, chosen: text)
    return values
  }

  /// The type of the input for an end of a range; nil where there is none.
  private func inputType(_ attribute: Attribute) -> String? {
    if attribute.role == .moment { return "date" }
    if attribute.kind.isNumber { return "number" }
    return attribute.kind == .date || attribute.kind == .timestamp ? "date" : nil
  }

  /// The most frequent values of a property among the rows that the other filters leave.
  private func facet(_ property: PageProperty, chosen: String) async throws -> Any {
    let isChoice = property.attribute?.choiceValues != nil
    let paths: [AttributePath]
    if let relationship = property.relationship {
      paths = RelationshipFilter(relationship, request.access)?.paths ?? []
    } else if let path = property.path, isChoice || path.attribute.kind == .text {
      paths = [path]
    } else {
      return false
    }
    var others = state.without(filter: property.key)
    others.panel = .filters
    let list = try request.list(entity, others, columns: paths, in: context)
    let found = try await request.file.read {
      try list.facet(of: paths, upTo: Self.mostValues, on: $0)
    }
    // Texts of which there are many, or each only once, are no choice.
    guard let found, let most = found.first?.count,
      isChoice || property.relationship != nil || (found.count <= Self.mostValues && most > 1)
    else { return false }
    var links: [[String: Any]] = []
    for value in found.prefix(Self.mostValues) {
      guard let (filter, text) = try await link(value.values, property) else { continue }
      let state = filter == chosen ? others : others.with(filter: property.key, filter)
      links.append([
        "text": text, "href": request.addresses.list(entity, state.items()),
        "count": RowCount.exactly(value.count).shortText(request.texts),
        "isChosen": filter == chosen,
      ])
    }
    return links.isEmpty ? false : ["values": links, "hasMore": found.count > Self.mostValues]
  }

  /// The filter for values, and what people read; nil for values that no filter finds.
  private func link(
    _ values: [Value], _ property: PageProperty
  ) async throws -> (filter: String, text: String)? {
    if values.contains(where: \.isNull) {
      return (FilterText.none, request.texts["noValue"])
    }
    if let relationship = property.relationship {
      guard let key = RowKey(values) else { return nil }
      let title = try await request.title(of: values, along: relationship)
      return (key.token, title ?? values.labelText)
    }
    guard let attribute = property.attribute, let value = values.first else { return nil }
    let text = ShownValue(value, of: attribute, limit: 60).text
    if attribute.choiceValues?.contains(value) == true { return (value.choiceText, text) }
    guard case .text(let whole) = value, attribute.choiceValues == nil else { return nil }
    return whole.isEmpty ? nil : ("=" + whole, text)
  }
}

extension String {
  /// Whether an input of a type can show the text.
  fileprivate func fits(_ type: String) -> Bool {
    if isEmpty { return true }
    if type == "number" { return Double(self)?.isFinite == true }
    return wholeMatch(of: /\d{4}-\d\d-\d\d/.asciiOnlyDigits()) != nil
  }
}
