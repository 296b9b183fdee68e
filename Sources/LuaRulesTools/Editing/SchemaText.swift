import LuaRules

/// The text of a JSON Schema, with the places that declare keys and members.
package struct SchemaText: Sendable {
  package let file: EditedFile
  /// The names below the properties of each place, by the path of JSON members.
  private(set) var declarations: [[String]: EditedFile.Range] = [:]
  /// The references of objects, by their paths of JSON members.
  private(set) var references: [[String]: [String]] = [:]
  /// The names that objects require, by the paths of JSON members of the objects.
  private(set) var required: [[String]: [(name: String, range: EditedFile.Range)]] = [:]

  /// Reads a text; what is no JSON declares nothing.
  package init(_ text: String, path: String) {
    file = EditedFile(text, path: path)
    var reader = JSONNames(file.text)
    reader.read { path, range, value in
      declarations[path] = range
      if let value, path.count > 1, path[path.count - 2] == "required" {
        required[path.dropLast(2), default: []].append((value, range))
      }
      if path.last == "$ref", let value, value.hasPrefix("#/") {
        let target = value.dropFirst(2).split(separator: "/")
        references[Array(path.dropLast())] = target.map(String.init)
      }
    }
  }

  /// Returns the places that name a path, first that of the declaration; none if
  /// the schema does not declare it.
  func places(of names: [String]) -> [EditedProject.Place] {
    (ranges(of: names).map { Self.last(names, of: $0) } + dottedRanges(of: names)).map {
      EditedProject.Place(path: file.path, range: $0)
    }
  }

  /// Returns the place that declares the type of a path: the definition that it refers to, else the
  /// declaration of the path.
  func typePlaces(of names: [String]) -> [EditedProject.Place] {
    var path: [String] = []
    for name in names {
      path = resolved(path)
      guard name != RuleFileOutline.element else {
        path += [declarations[path + ["items"]] == nil ? "additionalProperties" : "items"]
        continue
      }
      let whole = ["properties", names.joined(separator: ".")]
      if declarations[whole] != nil {
        path = whole
        break
      }
      path += ["properties", name]
    }
    let type = resolved(path)
    let items = type + ["items"]
    let place = declarations[items] == nil ? type : resolved(items)
    guard let range = declarations[place] ?? declarations[path] else { return [] }
    return [EditedProject.Place(path: file.path, range: range)]
  }

  /// The part of a declared name that the last name of a path stands for: all but what is in front
  /// of the last dot of `person.status`.
  private static func last(_ names: [String], of range: EditedFile.Range) -> EditedFile.Range {
    let count = names.last?.utf8.count ?? 0
    return names.last == RuleFileOutline.element || count >= range.count
      ? range : range.upperBound - count..<range.upperBound
  }

  /// The parts of longer names with dots, such as `person` of `person.status`, in the order of the
  /// text.
  private func dottedRanges(of names: [String]) -> [EditedFile.Range] {
    let whole = names.joined(separator: ".")
    let declared = declarations.filter { path, _ in path.count == 2 && path[0] == "properties" }
      .map { (name: $0.key[1], range: $0.value) }
    return (declared + (required[[]] ?? [])).filter { $0.name.hasPrefix(whole + ".") }
      .map { name, range in
        let end = range.lowerBound + whole.utf8.count
        return end - (names.last?.utf8.count ?? 0)..<end
      }.sorted { $0.lowerBound < $1.lowerBound }
  }

  private func ranges(of names: [String]) -> [EditedFile.Range] {
    let whole = names.joined(separator: ".")
    if let range = declarations[["properties", whole]] { return ranges(range, whole, in: []) }
    var path: [String] = []
    for (index, name) in names.enumerated() {
      path = resolved(path)
      if name == RuleFileOutline.element {
        path += [declarations[path + ["items"]] == nil ? "additionalProperties" : "items"]
        continue
      }
      let object = path
      path += ["properties", name]
      guard let range = declarations[path] else {
        // The members of a dictionary have any names.
        path = object + ["additionalProperties"]
        guard declarations[path] != nil, index < names.count - 1 else { return [] }
        continue
      }
      if index == names.count - 1 { return ranges(range, name, in: object) }
    }
    return []
  }

  private func ranges(
    _ declaration: EditedFile.Range, _ name: String, in object: [String]
  ) -> [EditedFile.Range] {
    [declaration] + (required[object] ?? []).filter { $0.name == name }.map(\.range)
  }

  /// Returns a place that may name a path, or not: a value in the schema has this name as a member,
  /// or an object on the path has several forms.
  func unclearPlace(of names: [String]) -> EditedFile.Range? {
    guard let name = names.last else { return nil }
    for count in 1..<max(1, names.count) {
      // Members below a name with dots are not followed.
      let outer = names.prefix(count).joined(separator: ".")
      if count > 1, let range = declarations[["properties", outer]] { return range }
    }
    let values: Set<String> = ["const", "default", "enum", "examples"]
    for (path, range) in declarations where path.last == name {
      let isProperty = path.dropLast().last == "properties"
      if !isProperty, path.contains(where: values.contains) { return range }
    }
    var path: [String] = []
    for name in names {
      path = resolved(path)
      for word in ["anyOf", "oneOf", "allOf"] {
        guard let range = declarations[path + [word]] else { continue }
        let forms = (0..<20).count { number in
          ["properties", "additionalProperties", "items", "$ref"].contains {
            declarations[path + [word, "\(number)", $0]] != nil
          }
        }
        if forms > 1 { return range }
      }
      path +=
        name == RuleFileOutline.element
        ? [declarations[path + ["items"]] == nil ? "additionalProperties" : "items"]
        : ["properties", name]
    }
    return nil
  }

  /// Follows references, and the first alternative of several.
  private func resolved(_ path: [String]) -> [String] {
    var path = path
    for _ in 0..<20 {
      if let target = references[path] {
        path = target
      } else if declarations[path + ["properties"]] == nil,
        declarations[path + ["items"]] == nil,
        let choice = ["anyOf", "oneOf", "allOf"].first(where: { declarations[path + [$0]] != nil })
      {
        let inner = path + [choice, "0"]
        path = inner
      } else {
        return path
      }
    }
    return path
  }
}
