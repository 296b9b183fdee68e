import LuaRules

// Which rows of how many are shown, the pages before and after, and what is open above the rows.

extension ListPage {
  var filters: ListFilters {
    ListFilters(request: request, entity: entity, context: context, state: state)
  }

  func hidden(_ items: [(String, String)]) -> [[String: String]] {
    items.map { ["name": $0.0, "value": $0.1] }
  }

  /// The links to other pages, and which rows this one shows.
  func pages(_ page: RowList.Page, before: RowCount, count: RowCount) -> [String: Any] {
    func href(_ name: String, _ value: String?) -> Any {
      value.map { request.addresses.list(entity, state.items() + [(name, $0)]) } ?? false
    }
    return [
      "navigationLabel": request.texts["pages"],
      "rangeText": range(page, before: before, count: count),
      "firstHref": page.previous == nil
        ? false : request.addresses.list(entity, state.items()) as Any,
      "previousHref": href("before", page.previous?.token),
      "nextHref": href("after", page.next?.token),
      "lastHref": href("at", page.next == nil ? nil : "last"),
    ]
  }

  /// `51–100 of 3,503`; where it is not known how many rows are before, only how many there are.
  private func range(_ page: RowList.Page, before: RowCount, count: RowCount) -> String {
    // The number of all rows stands above.
    if page.next == nil && page.previous == nil { return "" }
    var first: Int?
    if case .exactly(let number) = before { first = number + 1 }
    if page.next == nil, case .exactly(let number) = count { first = number - page.rows.count + 1 }
    guard let first else { return count.text(request.texts) }
    let last = first + page.rows.count - 1
    let texts = request.texts
    let total =
      switch count {
      case .exactly(let count): count.grouped(texts)
      case .moreThan(let count): texts["moreThan", ["count": count.grouped(texts)]]
      case .unknown: texts["many"]
      }
    return texts[
      "range", ["first": first.grouped(texts), "last": last.grouped(texts), "count": total]]
  }

  /// The words of the box that chooses all rows that match; false where the page has them all, or there are
  /// too many.
  func matchText(_ page: RowList.Page, _ count: RowCount) -> Any {
    guard page.previous != nil || page.next != nil, case .exactly(let number) = count,
      number <= ChosenRows.limit
    else { return false }
    return request.texts["chooseMatching", ["count": count.text(request.texts)]]
  }

  /// The numbers of rows on a page that can be chosen.
  var sizes: [String: Any] {
    let all = Set([25, 50, 100, 250, usualSize, size]).sorted()
    return [
      "text": request.texts["perPage", ["count": String(size)]],
      "items": all.map { other -> [String: Any] in
        var state = state
        state.size = other == usualSize ? nil : other
        return [
          "href": request.addresses.list(entity, state.items()),
          "text": request.texts["perPage", ["count": String(other)]], "isCurrent": other == size,
        ]
      },
    ]
  }

  /// The buttons that open something above the rows, or close it.
  var tools: [[String: Any]] {
    ListState.Panel.allCases.filter { $0 != .filters || filters.isThere }.map { panel in
      var state = state
      state.panel = state.panel == panel ? nil : panel
      return [
        "href": request.addresses.list(entity, state.items()),
        "title": request.texts[panel.rawValue],
        "isOpen": state.panel == nil ? "true" : "false",
      ]
    }
  }

  /// What is open above the rows.
  func panel() async throws -> [String: Any] {
    var values: [String: Any] = ["filterPanel": false, "columnPanel": false]
    guard let panel = state.panel else { return values }
    var closed = state
    closed.panel = nil
    values["closeHref"] = request.addresses.list(entity, closed.items())
    switch panel {
    case .filters:
      values["filterPanel"] = true
      let fields = try await filters.panel()
      values["filters"] = fields
      let own = Set(fields.compactMap { $0["token"] as? String })
      values["panelFields"] = hidden(
        closed.items().filter { item in
          !["f.", "is."].contains {
            item.0.hasPrefix($0) && own.contains(String(item.0.dropFirst($0.count)))
          }
        })
    case .columns:
      values["columnPanel"] = true
      values["columnChoices"] = columnChoices
      values["panelFields"] = hidden(closed.items().filter { $0.0 != "col" })
      closed.columns = []
      values["usualHref"] = request.addresses.list(entity, closed.items())
    }
    return values
  }

  /// Where a list is whose address says more than it has to; nil for one that does not.
  static func tidyAddress(_ entity: Entity, _ request: PageRequest) -> String? {
    ListState.tidied(request.items).map { request.addresses.list(entity, $0) }
  }
}
