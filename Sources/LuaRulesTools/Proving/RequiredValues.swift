import LuaBridge
import LuaRules

// What the contexts of a schema always have.

extension RuleSchema {
  /// Whether every context sets a key, or every object of a path has its last member; `[]` stands for elements.
  func requires(_ path: [String]) -> Bool {
    guard let first = path.first, var type = type(of: first) else { return false }
    if path.count == 1 { return limits.requiredKeys?.contains(first) == true }
    var isRequired = false
    for name in path.dropFirst() {
      switch type.withoutNull {
      case .object(let object):
        guard let member = object[name] else { return false }
        (type, isRequired) = (member.type, member.isRequired)
      case .list(let element) where name == "[]": (type, isRequired) = (element, false)
      default: return false
      }
    }
    return isRequired
  }

  /// Returns the value of a type that stands for all others where a context needs one; `nil` if none
  /// can be made.
  func simplest(of type: ValueType, at path: [String]) -> LuaValue? {
    if let value = type.valueOfFormat { return value }
    let values = try? WitnessValue.all(
      of: type, at: path, isRequired: true, limits: limits, comparedWith: [])
    return values?.first?.value
  }

  /// Returns the type of a path of names, with `[]` for elements; `nil` if none is declared.
  func declaredType(at path: [String]) -> ValueType? {
    guard let first = path.first, var type = type(of: first) else { return nil }
    for name in path.dropFirst() {
      switch type.withoutNull {
      case .object(let object):
        guard let member = object[name] else { return nil }
        type = member.type
      case .list(let element), .dictionary(let element): type = element
      default: return nil
      }
    }
    return type
  }

  /// Completes a context with some value for each key and each member that is required and not set.
  ///
  /// - Parameters:
  ///   - context: The context.
  ///   - only: The keys that are looked at; all if it is `nil`.
  /// - Returns: The complete context.
  func completing(_ context: LuaTable, only: [String]? = nil) -> LuaTable {
    var context = context
    for name in only ?? names {
      guard let type = type(of: name), context[name] != nil || requires([name]) else { continue }
      if let value = completed(context[name], type, [name], depth: 0) {
        context = context.setting(value, at: [name])
      }
    }
    return context
  }

  /// How deep objects are completed.
  private static let mostDepth = 8

  private func completed(
    _ value: LuaValue?, _ type: ValueType, _ path: [String], depth: Int
  ) -> LuaValue? {
    guard depth < Self.mostDepth else { return value }
    if case .list(let element) = type.withoutNull {
      return completed(value, elements: element, path, depth: depth)
    }
    guard case .object(let object) = type.withoutNull else {
      return value ?? simplest(of: type, at: path)
    }
    guard case .table(var table) = value ?? .table(.emptyObject) else { return value }
    for member in object.members where !member.type.isFunction {
      guard member.isRequired || table[member.name] != nil else { continue }
      if let value = completed(
        table[member.name], member.type, path + [member.name], depth: depth + 1)
      {
        table = table.setting(value, at: [member.name])
      }
    }
    return .table(table)
  }

  /// Returns a list with as many elements as it must have, each of them complete.
  private func completed(
    _ list: LuaValue?, elements type: ValueType, _ path: [String], depth: Int
  ) -> LuaValue? {
    guard case .table(var table) = list ?? .table(LuaTable()) else { return list }
    table.elements = table.elements.map { element in
      completed(element, type, path + ["[]"], depth: depth + 1) ?? element
    }
    let least = min(limits[path.declaredPath]?.leastCount ?? 0, 100)
    while table.elements.count < least {
      guard let element = completed(nil, type, path + ["[]"], depth: depth + 1) else { break }
      table.elements.append(element)
    }
    return .table(table)
  }
}

extension ValueType {
  /// A value of a type that has a format, such as a date; `nil` for other types.
  var valueOfFormat: LuaValue? {
    switch withoutNull {
    case .date: .integer(1_700_000_000)
    case .duration: .integer(60)
    case .uuid: .string("6F9619FF-8B86-4D01-B42D-00CF4FC964FF")
    case .url: .string("https://example.com/some")
    case .data: .string("c29tZQ==")
    case .decimal: .integer(1)
    default: nil
    }
  }
}

extension DeclaredLimits.Limits {
  /// Whether a number lies between the bounds.
  func allows(_ number: Double) -> Bool {
    if let minimum, number < minimum || excludesMinimum && number == minimum { return false }
    if let maximum, number > maximum || excludesMaximum && number == maximum { return false }
    return true
  }
}

extension [String] {
  /// A path of names, with `[]` for elements, as the limits of a schema name it.
  var declaredPath: String {
    reduce("") { $0.isEmpty || $1 == "[]" ? $0 + $1 : "\($0).\($1)" }
  }
}
