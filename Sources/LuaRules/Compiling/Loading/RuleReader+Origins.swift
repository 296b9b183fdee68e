import LuaBridge
import LuaBytecode

// The lines of rules in lists that helper functions and loops make.

/// Where an element of a list was written.
struct ElementPlace {
  var line: Int?
  var table: TableSite?

  /// The place is not known.
  init() {}

  init(_ field: TableSite.Field?) {
    table = field?.table
    line = table?.line ?? field?.line
  }

  init(_ origin: TableOrigin) {
    table = origin.site
    line = origin.line
  }
}

/// The places in a file that made tables.
struct FoundOrigins {
  /// `nil` if they cannot be found.
  let places: TableOrigins?
  var comparison: TableComparison
}

extension RuleReader {
  /// The number of compared values for each file, and for each place in it.
  private static let freeSteps = (file: 1 << 20, place: 32)

  /// Finds where the elements of a list were written, if their positions in the
  /// list do not tell it.
  ///
  /// - Returns: For each element, its place; `nil` to trust its position.
  mutating func uncertainPlaces(in list: LuaNodeTable, site: TableSite?) -> [ElementPlace?]? {
    let count = list.elements.count
    guard count > 0, !dump.isEmpty, site?.isUncertain(count: count) ?? true else { return nil }
    guard var found = origins ?? findOrigins(), let places = found.places else { return nil }
    let elements = Array(list.elements)
    let origins = places.origins(of: elements, inList: site?.numberInMain, &found.comparison)
    let result = zip(elements, origins).enumerated().map { index, pair -> ElementPlace? in
      if let origin = pair.1 { return ElementPlace(origin) }
      guard case .table(let table) = pair.0, let told = site?.element(index + 1)?.table else {
        return nil
      }
      return places.mayBe(table, at: told, &found.comparison) ? nil : ElementPlace()
    }
    self.origins = found
    return result
  }

  private mutating func findOrigins() -> FoundOrigins? {
    do {
      try spend(dump.count / 16)
    } catch {
      budgetError = error
      return nil
    }
    let places = TableOrigins(dump)
    let found = FoundOrigins(
      places: places,
      comparison: TableComparison(
        steps: Self.freeSteps.file + Self.freeSteps.place * (places?.count ?? 0),
        lineOfFunction: { [facts, file] number in
          guard let location = (try? facts(number))?.location, location.file == file else {
            return nil
          }
          return location.line
        }))
    origins = found
    return found
  }
}
