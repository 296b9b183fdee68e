import LuaBridge
import LuaRules

/// The place of a value in a context: names of members, and positions in lists.
struct ValuePlace {
  fileprivate enum Step {
    case member(String)
    case element(Int)
  }

  fileprivate var steps: [Step]

  /// The names on the way, with `[]` for elements.
  var path: [String] {
    steps.map { if case .member(let name) = $0 { name } else { "[]" } }
  }

  /// The path of the list, or of the object, that has the value.
  var list: [String] { path.dropLast() }

  var isElement: Bool { if case .element? = steps.last { true } else { false } }
}

extension LuaTable {
  /// The places of all values, also of tables; of a list the last element comes first.
  var places: [ValuePlace] { places(depth: 0) }

  /// How deep values are looked at.
  private static let mostDepth = 32

  private func places(depth: Int) -> [ValuePlace] {
    guard depth < Self.mostDepth else { return [] }
    func places(_ step: ValuePlace.Step, _ value: LuaValue) -> [ValuePlace] {
      guard case .table(let inner) = value else { return [ValuePlace(steps: [step])] }
      return [ValuePlace(steps: [step])]
        + inner.places(depth: depth + 1).map { ValuePlace(steps: [step] + $0.steps) }
    }
    return fields.flatMap { places(.member($0.name), $0.value) }
      + elements.indices.reversed().flatMap { places(.element($0), elements[$0]) }
  }

  func value(at place: ValuePlace) -> LuaValue? { value(at: place.steps[...]) }

  private func value(at steps: ArraySlice<ValuePlace.Step>) -> LuaValue? {
    let value: LuaValue?
    switch steps.first {
    case .member(let name)?: value = self[name]
    case .element(let index)?: value = elements.indices.contains(index) ? elements[index] : nil
    case nil: return nil
    }
    guard steps.count > 1 else { return value }
    guard case .table(let inner)? = value else { return nil }
    return inner.value(at: steps.dropFirst())
  }

  /// The number of elements of the list that has an element.
  func elementCount(at place: ValuePlace) -> Int {
    guard place.steps.count > 1 else { return elements.count }
    guard case .table(let list)? = value(at: place.steps.dropLast()) else { return 0 }
    return list.elements.count
  }

  /// Returns the table with another value at a place that it has, or without it.
  func setting(_ value: LuaValue?, at place: ValuePlace) -> LuaTable {
    setting(value, at: place.steps[...])
  }

  private func setting(_ value: LuaValue?, at steps: ArraySlice<ValuePlace.Step>) -> LuaTable {
    var table = self
    func changed(_ old: LuaValue) -> LuaValue? {
      guard steps.count > 1 else { return value }
      guard case .table(let inner) = old else { return old }
      return .table(inner.setting(value, at: steps.dropFirst()))
    }
    switch steps.first {
    case .member(let name)?:
      table.fields = fields.compactMap { field in
        field.name == name ? changed(field.value).map { (name, $0) } : field
      }
    case .element(let index)?:
      guard elements.indices.contains(index) else { break }
      if let element = changed(elements[index]) {
        table.elements[index] = element
      } else {
        table.elements.remove(at: index)
      }
    case nil: break
    }
    return table
  }
}
