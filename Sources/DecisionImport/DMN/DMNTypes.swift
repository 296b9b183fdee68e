/// The types that a model defines.
struct DMNTypes: Sendable {
  private(set) var types: [String: FEELType] = [:]
  /// The names of all members.
  private(set) var memberNames: [String] = []
  private let definitions: [String: DMNElement]

  /// Reads the item definitions of a model; what is not understood is any value.
  init(_ root: DMNElement) {
    definitions = Dictionary(
      root.all("itemDefinition").map { ($0.attributes["name"] ?? "", $0) },
      uniquingKeysWith: { first, _ in first })
    for name in definitions.keys.sorted() { types[name] = type(named: name, within: []) }
    for definition in root.all("itemDefinition") { addMembers(of: definition) }
  }

  private mutating func addMembers(of definition: DMNElement) {
    for component in definition.all("itemComponent") {
      if let name = component.attributes["name"] { memberNames.append(name) }
      addMembers(of: component)
    }
  }

  /// The type that a reference names, with or without a prefix.
  func type(_ reference: String?) -> FEELType {
    guard let reference = reference?.trimmed, !reference.isEmpty else { return .any }
    return types[reference] ?? type(named: reference, within: [])
  }

  /// The type of what a function gives, by the type of the function.
  func result(ofFunction reference: String?) -> FEELType {
    let name = (reference ?? "").trimmed.split(separator: ":").last.map(String.init) ?? ""
    guard let item = definitions[name]?.first("functionItem") else { return type(reference) }
    return type(item.attributes["outputTypeRef"])
  }

  private func type(named reference: String, within open: Set<String>) -> FEELType {
    var name = reference.trimmed
    if definitions[name] == nil, let colon = name.firstIndex(of: ":") {
      name = String(name[name.index(after: colon)...])
    }
    // The old form: {http://…}number.
    if name.hasPrefix("{"), let brace = name.firstIndex(of: "}") {
      name = String(name[name.index(after: brace)...])
    }
    if let definition = definitions[name] {
      guard !open.contains(name), open.count < 30 else { return .any }
      return type(of: definition, within: open.union([name]))
    }
    return FEELType(word: name) ?? .any
  }

  private func type(of definition: DMNElement, within open: Set<String>) -> FEELType {
    var type = FEELType.any
    let components = definition.all("itemComponent")
    if !components.isEmpty {
      type = .context(
        components.map {
          FEELMember(
            name: $0.attributes["name"] ?? "", type: self.type(of: $0, within: open))
        })
    } else if definition.first("functionItem") != nil {
      type = .function
    } else if let reference = definition.text(of: "typeRef") ?? definition.attributes["typeRef"] {
      type = self.type(named: reference, within: open)
    }
    if let allowed = definition.first("allowedValues")?.text(of: "text"),
      let values = Self.constants(allowed), values.allSatisfy({ $0.fits(type) })
    {
      type = .choice(type, values)
    }
    return definition.attributes["isCollection"] == "true" ? .list(type) : type
  }

  /// The constants of allowed values; `nil` if there is something else.
  static func constants(_ text: String) -> [CellValue]? {
    var parser = FEELParser(names: FEELNames(), members: FEELNames(), types: [:])
    guard let tests = try? parser.unaryTests(of: text), !tests.isNegated else { return nil }
    let values = tests.tests.compactMap(\.constant)
    return values.count == tests.tests.count ? values : nil
  }
}

extension CellValue {
  fileprivate func fits(_ type: FEELType) -> Bool {
    switch (self, type.base) {
    case (.text, .text), (.integer, .number), (.number, .number), (.boolean, .boolean), (.null, _):
      true
    default: false
    }
  }
}

extension FEELExpression {
  /// The value of a literal; `nil` for anything else.
  var constant: CellValue? {
    switch self {
    case .null: .null
    case .boolean(let flag): .boolean(flag)
    case .text(let text): .text(text)
    case .number(let digits): Int64(digits).map { .integer($0) } ?? .number(digits)
    default: nil
    }
  }
}
