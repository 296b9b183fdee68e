import LuaRules

// What stands around the rows of a list: heads of columns, filters, exports, links to other pages.

extension ListPage {
  var columns: [[String: Any]] {
    properties.map { property in
      let subject = "\(entity.name).\(property.key)"
      let label = request.label(of: property, entity)
      var values: [String: Any] = [
        "label": label, "class": "", "sorted": false,
        "sortHref": false, "why": request.why(.column, entity, property: property.key),
      ]
      values["class"] = request.ask(
        \.`class`, "class", of: subject, in: property.context, else: ""
      ).classNames(
        and: request.ask(
          \.justification, "justification", of: subject, in: property.context, else: ""))
      let isSorted = state.sort?.property.hasSameBytes(as: property.key) == true
      let isDescending = isSorted && state.sort?.isDescending == true
      if isSorted { values["sorted"] = isDescending ? "descending" : "ascending" }
      let canSort = request.ask(
        \.isSortable, "isSortable", of: subject, in: property.context, else: false)
      // A link without words would lead nobody anywhere.
      if canSort, !label.isEmpty, property.relationship != nil || property.path != nil {
        let next = ListState.Sort(property: property.key, isDescending: isSorted && !isDescending)
        values["sortHref"] = request.addresses.list(entity, state.items(sort: next))
      }
      return values
    }
  }

  var exports: [[String: Any]] {
    request.ask(\.exports, "exports", of: entity.name, in: context, else: [])
      .compactMap { format in
        ListExport.formats[format].map { title in
          ["href": request.addresses.export(entity, format, state.items()), "title": title]
        }
      }
  }

  var newHref: String? {
    request.access.canInsert(entity) ? request.addresses.new(entity, state.startItems) : nil
  }

  /// What was not understood of the filters.
  var filterProblems: [String] {
    state.filters.compactMap { filter in
      let found = PageProperties([filter.property], of: entity, in: context, request.access).all
      guard let property = found.first, let path = property.path, !path.attribute.isSecret else {
        return nil
      }
      do throws(FilterText.Fault) {
        _ = try FilterText.qualifier(filter.text, on: path)
        return nil
      } catch {
        return request.texts[
          error.name, ["label": request.label(of: property, entity), "text": error.text]]
      }
    }
  }

  /// Whose related rows are listed, if it is not all rows.
  var restriction: [String: Any]? {
    get async throws {
      guard let start = list.start, let source = request.model.entity(start.relationship.source)
      else { return nil }
      let title = try await request.title(of: start.key, source)
      return [
        "text": request.texts[
          "onlyThoseOf", ["table": request.displayName(of: source), "title": title ?? "–"]],
        "href": request.addresses.list(entity),
      ]
    }
  }
}
