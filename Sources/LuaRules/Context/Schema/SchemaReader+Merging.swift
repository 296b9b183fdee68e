import LuaBridge

// A schema of several parts: `allOf`, and keywords beside a reference.

extension SchemaReader {
  /// The keywords that restrict a value, so that a reference beside them is not the whole type.
  private static let restricting = [
    "additionalProperties", "allOf", "anyOf", "const", "enum", "exclusiveMaximum",
    "exclusiveMinimum", "format", "items", "maxItems", "maximum", "minItems", "minimum", "oneOf",
    "properties", "required", "type",
  ]

  /// How many references may lead from one part to the next.
  private static let longestChain = 32

  /// Whether a schema has parts that are merged: not one reference only, and not one branch only.
  func hasParts(_ schema: LuaTable) -> Bool {
    if schema["$ref"] != nil { return Self.restricting.contains { schema[$0] != nil } }
    guard case .table(let branches)? = schema["allOf"] else { return false }
    return branches.elements.count > 1
      || Self.restricting.contains { $0 != "allOf" && schema[$0] != nil }
  }

  /// Merges the parts of a schema: what is beside `allOf` and a reference, the target of the reference,
  /// and the branches.
  ///
  /// The result has no reference and no `allOf`. The targets of all references that were followed are
  /// added to `targets`.
  func merged(
    _ schema: LuaTable, at pointer: SchemaPointer, following targets: inout [SchemaPointer],
    depth: Int = 0
  ) throws(Failure) -> LuaTable {
    guard depth < Self.longestChain else {
      throw refusal(pointer, "the references lead around in a circle")
    }
    var result = LuaTable(fields: schema.fields.filter { $0.name != "$ref" && $0.name != "allOf" })
    if let reference = schema["$ref"] {
      let target = try resolve(reference, at: pointer.appending("$ref"))
      targets.append(target.pointer)
      let part = try merged(
        table(target.value, at: target.pointer), at: target.pointer, following: &targets,
        depth: depth + 1)
      try add(part, to: &result, at: pointer)
    }
    guard let branches = schema["allOf"] else { return result }
    let place = pointer.appending("allOf")
    for (index, branch) in try list(branches, at: place).enumerated() {
      if case .boolean(true) = branch { continue }
      let place = place.appending(String(index))
      let part = try merged(
        table(branch, at: place), at: place, following: &targets, depth: depth + 1)
      try add(part, to: &result, at: pointer)
    }
    return result
  }

  /// Adds the keywords of a part; of those that describe a value, the first one counts.
  private func add(
    _ part: LuaTable, to result: inout LuaTable, at pointer: SchemaPointer
  ) throws(Failure) {
    for (name, value) in part.fields {
      guard let known = result[name] else {
        result.set(value, for: name)
        continue
      }
      let merged: LuaValue =
        switch name {
        case "properties": both(known, value, mergingEach: true)
        case "items": both(known, value, mergingEach: false)
        case "additionalProperties": additional(known, value)
        case "required": .table(LuaTable(elements: known.elements + value.elements))
        case "enum": .table(LuaTable(elements: known.elements.filter(value.includes)))
        case "type": try commonType(known, value, at: pointer)
        case "minimum", "exclusiveMinimum", "minItems": known.isLess(than: value) ? value : known
        case "maximum", "exclusiveMaximum", "maxItems": known.isLess(than: value) ? known : value
        default: known
        }
      if name == "enum", merged.elements.isEmpty {
        throw refusal(pointer, "no value is in all of the lists of `enum`")
      }
      result.set(merged, for: name)
    }
    // The values of a `const` are a list with one value.
    guard let constant = result["const"], let values = result["enum"] else { return }
    guard values.includes(constant) else {
      throw refusal(pointer, "`const` is not in the list of `enum`")
    }
    result.fields.removeAll { $0.name == "enum" }
  }

  /// Returns a schema, or members, that are both of two.
  private func both(_ first: LuaValue, _ second: LuaValue, mergingEach: Bool) -> LuaValue {
    guard mergingEach, case .table(var members) = first, case .table(let others) = second else {
      return .table(LuaTable(fields: [("allOf", .table(LuaTable(elements: [first, second])))]))
    }
    for (name, value) in others.fields {
      members.set(members[name].map { both($0, value, mergingEach: false) } ?? value, for: name)
    }
    return .table(members)
  }

  /// Returns what two parts say of members that are not declared.
  private func additional(_ first: LuaValue, _ second: LuaValue) -> LuaValue {
    switch (first, second) {
    case (.boolean(false), _), (_, .boolean(false)): .boolean(false)
    case (.boolean(true), _): second
    case (_, .boolean(true)): first
    default: both(first, second, mergingEach: false)
    }
  }

  /// Returns the types that a value may have after two parts.
  private func commonType(
    _ first: LuaValue, _ second: LuaValue, at pointer: SchemaPointer
  ) throws(Failure) -> LuaValue {
    func names(_ value: LuaValue) -> Set<String> {
      let names = (value.elements + [value]).compactMap { name in
        if case .string(let name) = name { name } else { nil }
      }
      // Each integer is a number.
      return Set(names.contains("number") ? names + ["integer"] : names)
    }
    var common = names(first).intersection(names(second))
    if common.contains("number") { common.remove("integer") }
    guard !common.isEmpty else {
      throw refusal(pointer, "no value has the types of all parts")
    }
    return .table(LuaTable(elements: common.sorted().map { .string($0) }))
  }
}

extension LuaValue {
  /// The elements of a list; empty for other values.
  fileprivate var elements: [LuaValue] {
    if case .table(let table) = self { table.elements } else { [] }
  }

  /// Whether a value is an element of the list.
  fileprivate func includes(_ value: LuaValue) -> Bool {
    elements.contains { $0.isRawEqual(to: value) }
  }

  fileprivate func isLess(than other: LuaValue) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left < right
    case (.integer(let left), .number(let right)): Double(left) < right
    case (.number(let left), .integer(let right)): left < Double(right)
    case (.number(let left), .number(let right)): left < right
    default: false
    }
  }
}
