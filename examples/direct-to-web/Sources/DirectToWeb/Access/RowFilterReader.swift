import LuaRules

/// Makes a condition of what a rule says.
struct RowFilterReader {
  /// The table that names belong to, and the way to it.
  struct Place {
    let entity: Entity
    var steps: [Relationship] = []

    init(_ entity: Entity) { self.entity = entity }
  }

  private static let operators = [
    "above", "atLeast", "atMost", "beginsWith", "below", "contains", "isNot",
  ]
  /// SQLite takes a depth of 1,000 for an expression, and 32,766 values.
  private static let mostConditions = 400
  private static let mostValues = 10_000

  let model: Model
  private var conditionCount = 0
  private var valueCount = 0

  init(model: Model) { self.model = model }

  /// Reads a table of names and conditions.
  mutating func condition(_ answer: LuaValue, _ place: Place) throws(RowFilter.Fault) -> Qualifier {
    guard case .table(let table) = answer else {
      throw RowFilter.Fault(
        message: "expected \"all\" or a table of conditions, but got \(answer.literal)")
    }
    guard table.elements.isEmpty else {
      throw RowFilter.Fault(message: "a list is no condition; write `any = { … }`")
    }
    guard !table.fields.isEmpty else {
      throw RowFilter.Fault(message: "an empty table is no condition; write \"all\" for all rows")
    }
    var parts: [Qualifier] = []
    for (name, value) in table.fields {
      switch name {
      case "all": parts.append(.all(try conditions(value, of: name, place)))
      case "any": parts.append(.any(try conditions(value, of: name, place)))
      case "none": parts.append(.not(.any(try conditions(value, of: name, place))))
      case "columns":
        guard case .table(let columns) = value, columns.elements.isEmpty, !columns.fields.isEmpty
        else { throw RowFilter.Fault(message: "`columns` needs a table of names") }
        for (name, value) in columns.fields { parts.append(try named(name, value, place)) }
      default: parts.append(try named(name, value, place))
      }
    }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func conditions(
    _ value: LuaValue, of name: String, _ place: Place
  ) throws(RowFilter.Fault) -> [Qualifier] {
    guard case .table(let table) = value, table.fields.isEmpty else {
      throw RowFilter.Fault(message: "`\(name)` needs a list of tables")
    }
    guard !table.elements.isEmpty || name == "any" else {
      throw RowFilter.Fault(message: "`\(name)` needs a condition")
    }
    var result: [Qualifier] = []
    for element in table.elements { result.append(try condition(element, place)) }
    return result
  }

  /// Reads the condition on a column, or on the row at the end of a relationship.
  private mutating func named(
    _ name: String, _ value: LuaValue, _ place: Place
  ) throws(RowFilter.Fault) -> Qualifier {
    conditionCount += 1
    guard conditionCount <= Self.mostConditions else {
      throw RowFilter.Fault(message: "there are more than \(Self.mostConditions) conditions")
    }
    if place.entity.attribute(name) == nil, let step = place.entity.relationship(name) {
      guard step.kind == .toOne, let destination = model.destination(of: step) else {
        throw RowFilter.Fault(message: "`\(name)` leads to many rows")
      }
      var next = Place(destination)
      next.steps = place.steps + [step]
      return try condition(value, next)
    }
    return try comparison(try path(name, place), value)
  }

  private func path(_ name: String, _ place: Place) throws(RowFilter.Fault) -> AttributePath {
    do {
      return try model.path(name, from: place.entity).lifted(along: place.steps)
    } catch {
      throw RowFilter.Fault(message: "`\(place.entity.name)` has no column `\(name)`")
    }
  }

  // MARK: - Columns

  private mutating func comparison(
    _ path: AttributePath, _ value: LuaValue
  ) throws(RowFilter.Fault) -> Qualifier {
    guard case .table(let table) = value else { return .equal(path, [try scalar(path, value)]) }
    if table.fields.isEmpty { return .equal(path, try list(path, table.elements)) }
    guard table.elements.isEmpty else {
      throw RowFilter.Fault(message: "`\(path.name)` has a list with names in it")
    }
    var parts: [Qualifier] = []
    for (name, value) in table.fields { parts.append(try compare(path, name, value)) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func compare(
    _ path: AttributePath, _ name: String, _ value: LuaValue
  ) throws(RowFilter.Fault) -> Qualifier {
    if name == "isNot" {
      if case .table(let table) = value, table.fields.isEmpty {
        let values = try list(path, table.elements)
        return .all([.not(.isNull(path)), .not(.isIn(path, values))])
      }
      let value = try scalar(path, value)
      return value.isNull ? .not(.isNull(path)) : .compare(path, .notEqual, value)
    }
    guard Self.operators.contains(name) else {
      throw RowFilter.Fault(
        message:
          "`\(path.name)` has an unknown comparison `\(name)`; expected one of \(Self.operators.joined(separator: ", "))"
      )
    }
    let value = try scalar(path, value)
    if name == "contains" || name == "beginsWith" {
      guard case .text(let text) = value else {
        throw RowFilter.Fault(message: "`\(name)` of `\(path.name)` needs a text")
      }
      return .text(path, name == "contains" ? .contains : .beginsWith, text)
    }
    guard !value.isNull else {
      throw RowFilter.Fault(message: "`\(name)` of `\(path.name)` needs a value")
    }
    switch name {
    case "above": return .compare(path, .greater, value)
    case "atLeast": return .compare(path, .greaterOrEqual, value)
    case "atMost": return .compare(path, .lessOrEqual, value)
    default: return .compare(path, .less, value)
    }
  }

  private mutating func list(
    _ path: AttributePath, _ elements: [LuaValue]
  ) throws(RowFilter.Fault) -> [Value] {
    var values: [Value] = []
    for element in elements { values.append(try scalar(path, element)) }
    return values
  }

  private mutating func scalar(
    _ path: AttributePath, _ value: LuaValue
  ) throws(RowFilter.Fault) -> Value {
    valueCount += 1
    guard valueCount <= Self.mostValues else {
      throw RowFilter.Fault(message: "there are more than \(Self.mostValues) values")
    }
    guard let scalar = Value(value) else {
      throw RowFilter.Fault(message: "`\(path.name)` cannot be compared with \(value.literal)")
    }
    return scalar
  }
}

extension Qualifier {
  /// The column has one of these values; `NULL` among them counts.
  fileprivate static func equal(_ path: AttributePath, _ values: [Value]) -> Qualifier {
    let present = values.filter { !$0.isNull }
    let hasNull = present.count < values.count
    let isIn: Qualifier =
      present.count == 1 ? .compare(path, .equal, present[0]) : .isIn(path, present)
    if !hasNull { return isIn }
    return present.isEmpty ? .isNull(path) : .any([isIn, .isNull(path)])
  }
}
