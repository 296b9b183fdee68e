public import LuaRules

/// What one user may see and change in one request: the only door to rows.
///
/// It asks the rules about rights before anything is read, and a rule that fails, answers with a wrong
/// type or not at all means "no". ``notices`` tells of failures. Rights that do not depend on a row are
/// asked once for each table and property, whatever the number of rows.
public struct Access: Sendable {
  /// The model with its facts.
  public let facts: ModelFacts
  /// The context without anything at hand.
  let context: RuleContext
  private let found: NoticeList
  private let contexts = AnswerCache<Subject, RuleContext?>()
  private let entityNames = AnswerCache<Bool, [Entity]>()
  private let rowFilters = AnswerCache<Identifier, Qualifier>()
  private let changeable = AnswerCache<Identifier, Bool>()
  private let attributes = AnswerCache<[Identifier], Bool>()
  private let relationships = AnswerCache<Relationship, Bool>()
  private let labels = AnswerCache<Identifier, [Attribute]>()
  let labelQuestions = AnswerCache<Identifier, RepeatedLabels.Question?>()
  let ruleFacts: RuleFacts
  /// The texts that rules answer for what this access tells.
  let texts: PageTexts
  /// Rights of rows, where the rules do not look at the row.
  let rowRights = AnswerCache<RowRight, Bool>()

  /// What rules are asked about, apart from rows.
  private enum Subject: Hashable, Sendable {
    case entity(Identifier)
    case attribute(Identifier, of: Identifier)
    case relationship(Relationship)
  }

  /// A right, or another yes or no, of all rows of a table.
  struct RowRight: Hashable, Sendable {
    let key: String
    let entity: Identifier
  }

  /// Opens the door for one request.
  ///
  /// - Parameters:
  ///   - context: Has `database`, `user` and `task`. Its answers are kept, and come from one generation
  ///     of the rules: that of this moment, unless the context is pinned already.
  ///   - facts: The model of the database.
  ///   - ruleFacts: What is known about the rules of the context; nil to find it out.
  public init(_ context: RuleContext, to facts: ModelFacts, ruleFacts: RuleFacts? = nil) {
    var context = context.pinned().memoized()
    context.entity = nil
    context.attribute = nil
    context.relationship = nil
    context.propertyKey = ""
    context.propertyValue = .nil
    context.object = nil
    self.ruleFacts = ruleFacts ?? RuleFacts(context.model)
    self.context = context
    texts = PageTexts(context: context)
    self.facts = facts
    found = NoticeList()
  }

  private init(_ access: Access, task: String) {
    var context = access.context
    context.task = task
    self.context = context
    texts = PageTexts(context: context)
    facts = access.facts
    found = access.found
    ruleFacts = access.ruleFacts
  }

  /// The same access for another task, with the same notices.
  func forTask(_ task: String) -> Access {
    context.task == task ? self : Access(self, task: task)
  }

  /// The access while a row is made.
  var forNewRows: Access { forTask("new") }

  /// The model.
  public var model: Model { facts.model }

  /// What was refused until now because a rule failed, or because somebody asked for what may not be
  /// seen; each once.
  public var notices: [AccessNotice] { found.all }

  // MARK: - Tables

  /// The tables and views of the menu, in the order of `visibleEntityNames`; only those that exist.
  ///
  /// Rows of others may still be seen at the end of relationships: ``rowFilter(of:)`` decides.
  public var visibleEntities: [Entity] {
    entityNames.answer(true) {
      let names = answer(
        \.visibleEntityNames, "visibleEntityNames", of: context.database.name, in: context, else: []
      )
      var entities: [Entity] = []
      for name in names {
        guard let entity = try? model.entity(named: name), !entities.contains(entity) else {
          continue
        }
        entities.append(entity)
      }
      return entities
    }
  }

  /// The condition on the rows that may be seen, as `visibleRows` tells for `entity` and `user`.
  public func rowFilter(of entity: Entity) -> Qualifier {
    rowFilters.answer(entity.identifier) {
      guard let context = context(of: entity.identifier) else { return .nothing }
      let filter: RowFilter
      do throws(RuleError) {
        let answer = try context.value(for: \.visibleRows)
        filter =
          missingAnswer("visibleRows", in: context).map { RowFilter(refusing: entity, $0) }
          ?? RowFilter(answer, of: entity, in: model)
      } catch {
        filter = RowFilter(refusing: entity, "\(error)")
      }
      if let notice = filter.notice { found.add(notice) }
      return filter.qualifier
    }
  }

  /// Whether rows of a table may be changed at all: it can be written, and `isEntityReadOnly` is false.
  public func canChange(_ entity: Entity) -> Bool {
    changeable.answer(entity.identifier) {
      guard let facts = facts.entity(entity.identifier), !facts.isReadOnly,
        let context = context(of: entity.identifier)
      else { return false }
      return !answer(
        \.isEntityReadOnly, "isEntityReadOnly", of: entity.name, in: context, else: true)
    }
  }

  // MARK: - Properties

  /// Whether a column may be seen, as `isPropertyVisible` tells for `entity`, `attribute` and
  /// `propertyKey`; never for columns inside of virtual tables.
  public func canSee(_ attribute: Attribute) -> Bool {
    attributes.answer([attribute.entity, attribute.identifier]) {
      guard let context = context(of: attribute) else { return false }
      return answer(
        \.isPropertyVisible, "isPropertyVisible", of: "\(attribute.entity).\(attribute.name)",
        in: context, else: false)
    }
  }

  /// Whether the values of a column may be shown: it may be seen, and holds no passwords.
  ///
  /// Only these are in keys, in labels, and in what rules see of rows.
  func canShow(_ attribute: Attribute) -> Bool { !attribute.isSecret && canSee(attribute) }

  /// Whether a relationship may be seen, as `isPropertyVisible` tells for `entity`, `relationship` and
  /// `propertyKey`.
  ///
  /// One through a table between may be seen only when all rows of that table may be seen.
  public func canSee(_ relationship: Relationship) -> Bool {
    relationships.answer(relationship) {
      guard let context = context(of: relationship) else { return false }
      let subject = "\(relationship.source).\(relationship.name)"
      guard
        answer(
          \.isPropertyVisible, "isPropertyVisible", of: subject, in: context, else: false)
      else { return false }
      guard let between = relationship.joinTable else { return true }
      guard let entity = model.entity(between.entity), rowFilter(of: entity) == .everything else {
        refuse("visibleRows", subject, "not all rows of `\(between.entity)` may be seen")
        return false
      }
      return true
    }
  }

  /// Whether a column or a relationship may be seen.
  func canSee(_ property: Property) -> Bool {
    switch property {
    case .attribute(let attribute): canSee(attribute)
    case .relationship(let relationship): canSee(relationship)
    }
  }

  /// Whether a column at the end of relationships may be seen: each step and the column may be.
  ///
  /// Rows on the way that may not be seen count as missing; see ``RowList``.
  public func canSee(_ path: AttributePath) -> Bool {
    path.steps.allSatisfy(canSee) && canSee(path.attribute)
  }

  /// Returns the path that a name from outside means; nil, with a notice, when there is none or it may
  /// not be seen.
  public func path(_ name: String, from entity: Entity) -> AttributePath? {
    if let path = try? model.path(name, from: entity), canSee(path) { return path }
    refuseProperty("\(entity.name).\(name)")
    return nil
  }

  /// The columns whose text stands for a row, as `labelKeys` tells; only those that may be seen, and no
  /// passwords.
  public func labelAttributes(of entity: Entity) -> [Attribute] {
    labels.answer(entity.identifier) {
      guard let context = context(of: entity.identifier) else { return [] }
      let names = answer(\.labelKeys, "labelKeys", of: entity.name, in: context, else: [])
      return names.compactMap(entity.attribute).filter(canShow)
    }
  }

  // MARK: - Asking

  /// Asks a rule; an error is a notice, and the answer that means "no".
  func answer<Answer: Sendable>(
    _ path: KeyPath<RuleContext, Answer>, _ key: String, of subject: @autoclosure () -> String,
    in context: RuleContext, else refusal: Answer
  ) -> Answer {
    do throws(RuleError) {
      let answer = try context.value(for: path)
      guard let message = missingAnswer(key, in: context) else { return answer }
      refuse(key, subject(), message)
      return refusal
    } catch {
      refuse(key, subject(), "\(error)")
      return refusal
    }
  }

  func refuse(_ key: String, _ subject: String, _ message: String) {
    found.add(AccessNotice(key: key, subject: subject, message: message))
  }

  /// The same notice for what is not there and for what may not be seen.
  func refuseProperty(_ subject: String) {
    refuse("isPropertyVisible", subject, "there is no such property, or it may not be seen")
  }

  // Each of these contexts keeps its own answers: what does not depend on the row is asked once for a table or
  // property.

  func context(of entity: Identifier) -> RuleContext? {
    contexts.answer(.entity(entity)) {
      guard let facts = facts.entity(entity) else { return nil }
      var context = context.memoized()
      context.entity = facts
      return context
    }
  }

  func context(of attribute: Attribute) -> RuleContext? {
    contexts.answer(.attribute(attribute.identifier, of: attribute.entity)) {
      guard let facts = facts.attribute(attribute),
        var context = context(of: attribute.entity)?.memoized()
      else { return nil }
      context.attribute = facts
      context.propertyKey = attribute.name
      return context
    }
  }

  func context(of relationship: Relationship) -> RuleContext? {
    contexts.answer(.relationship(relationship)) {
      guard let facts = facts.relationship(relationship),
        var context = context(of: relationship.source)?.memoized()
      else { return nil }
      context.relationship = facts
      context.propertyKey = relationship.name
      return context
    }
  }

  func context(of property: Property) -> RuleContext? {
    switch property {
    case .attribute(let attribute): context(of: attribute)
    case .relationship(let relationship): context(of: relationship)
    }
  }
}
