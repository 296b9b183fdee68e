// What rules see of a model. Rules get names and texts; nothing of them can become part of a statement.

extension DatabaseFacts {
  /// Creates the facts of a model.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - name: The name of the file, without folder and ending.
  public init(_ model: Model, name: String) {
    self.init(name: name, entityNames: model.entities.map(\.name))
  }
}

extension EntityFacts {
  /// Creates the facts of a table or view.
  ///
  /// - Parameters:
  ///   - entity: The table or view.
  ///   - model: The model that has it.
  ///   - canWrite: Whether the file can be written.
  public init(_ entity: Entity, in model: Model, canWrite: Bool) {
    self.init(name: entity.name, title: entity.displayName)
    isView = entity.isView
    isReadOnly = !canWrite || entity.key == .none || entity.changes.isEmpty
    primaryKey = entity.keyAttributes.map(\.name)
    labelKeys = entity.labelAttributes.map(\.name)
    let foreign = entity.foreignKeyAttributes
    attributes = entity.attributes.filter { !$0.isHidden }.map {
      AttributeFacts($0, isForeignKey: foreign.contains($0.identifier))
    }
    for relationship in entity.relationships {
      guard let destination = model.destination(of: relationship) else { continue }
      let facts = RelationshipFacts(relationship, to: destination)
      if facts.isToMany { toMany.append(facts) } else { toOne.append(facts) }
    }
  }
}

extension AttributeFacts {
  init(_ attribute: Attribute, isForeignKey: Bool) {
    self.init(name: attribute.name, title: attribute.displayName, kind: attribute.kind)
    role = attribute.role
    declaredType = attribute.declaredType
    isPrimaryKey = attribute.keyPosition != nil
    self.isForeignKey = isForeignKey
    isGenerated = attribute.isGenerated
    isAutomatic = attribute.isRowID
    isRequired = attribute.isRequired
    isUnique = attribute.isUnique
    isFlag = attribute.kind == .integer && attribute.name.asksForYesOrNo
    choices = attribute.kind == .boolean ? [] : attribute.allowedValues?.map(\.choice) ?? []
    minimum = attribute.minimum?.value.number
    maximum = attribute.maximum?.value.number
    maximumLength = attribute.maximumLength
  }
}

extension String {
  /// Whether a name is `active`, or begins with `is` or `has` as a word.
  fileprivate var asksForYesOrNo: Bool {
    wholeMatch(of: /(?:(?:is|has)(?:_\w+|[A-Z]\w*)|[Aa]ctive|ACTIVE|(?:IS|HAS)_\w+)/) != nil
  }
}

extension RelationshipFacts {
  init(_ relationship: Relationship, to destination: Entity) {
    self.init(
      name: relationship.name, title: relationship.displayName, destination: destination.name)
    isToMany = relationship.kind != .toOne
    isManyToMany = relationship.kind == .manyToMany
    isRequired = relationship.isMandatory
  }
}

extension Value {
  /// The text of a value that a CHECK lists.
  fileprivate var choice: String {
    switch self {
    case .null: ""
    case .integer(let value): String(value)
    case .real(let value): String(value)
    case .text(let text): text
    case .blob, .malformedText: ""
    }
  }

  fileprivate var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    case .null, .text, .blob, .malformedText: nil
    }
  }
}
