import Synchronization

/// What is known about labels that several rows have.
///
/// Finding out looks at all rows of a table, so an answer is kept for a while: for a minute, and longer where it
/// took too long.
final class RepeatedLabels: Sendable {
  /// What is asked: the labels of the rows that one user may see.
  struct Question: Hashable, Sendable {
    let entity: Entity
    let labels: [Attribute]
    let filter: Qualifier

    fileprivate var paths: [AttributePath] { labels.map(AttributePath.init) }

    /// Whether two questions about tables of one model are the same.
    static func == (left: Question, right: Question) -> Bool {
      left.entity.identifier == right.entity.identifier && left.labels == right.labels
        && left.filter == right.filter
    }

    /// Hashes the name of the table and the filter: to hash all of its columns took longer than a cell.
    func hash(into hasher: inout Hasher) {
      hasher.combine(entity.identifier)
      hasher.combine(filter)
    }
  }

  private struct Answer {
    let values: RepeatedValues
    let time: ContinuousClock.Instant

    var isFresh: Bool {
      let age = ContinuousClock.now - time
      if case .unknown = values { return age < .seconds(600) }
      return age < .seconds(60)
    }
  }

  /// Filters are made by rules, so there may be any number of them.
  private static let mostAnswers = 1_000

  private let answers = Mutex<[Question: Answer]>([:])

  /// Finds out, unless it is known.
  func find(_ question: Question, on connection: Connection) {
    if answers.withLock({ $0[question]?.isFresh }) == true { return }
    let query = try? ListQuery(question.entity, columns: question.paths, where: question.filter)
    // A view of a stranger's may not work at all: its labels stay as they are.
    let values = (try? query?.repeatedValues(on: connection)) ?? .some([])
    answers.withLock { answers in
      if answers.count >= Self.mostAnswers { answers.removeAll() }
      answers[question] = Answer(values: values, time: .now)
    }
  }

  /// Whether other rows have a label, too; false as long as nobody has found out.
  func contains(_ label: [Value], _ question: Question) -> Bool {
    answers.withLock { $0[question] }?.values.contains(label, of: question.paths) ?? false
  }
}

extension Access {
  /// What to ask about the labels of a table; nil where they get no key, as `addsKeyToLabel` tells, and where
  /// the schema says that no two rows have the same.
  func labelQuestion(of entity: Entity) -> RepeatedLabels.Question? {
    labelQuestions.answer(entity.identifier) {
      let labels = labelAttributes(of: entity)
      let key = entity.keyAttributes
      let hasKey = !key.isEmpty && key.allSatisfy(canShow)
      guard hasKey, !labels.isEmpty, !labels.contains(where: \.isUnique),
        !Set(key).isSubset(of: labels), let context = context(of: entity.identifier),
        answer(\.addsKeyToLabel, "addsKeyToLabel", of: entity.name, in: context, else: false)
      else { return nil }
      return RepeatedLabels.Question(
        entity: entity, labels: labels, filter: rowFilter(of: entity))
    }
  }
}

/// The questions about labels that reading a ``RowList`` answers.
struct LabelReading: Sendable {
  let repeated: RepeatedLabels
  /// For each relationship of the list that is read.
  let related: [RepeatedLabels.Question?]
  private let own: RepeatedLabels.Question?

  init(
    _ entity: Entity, _ columns: [AttributePath], _ relationships: [Relationship],
    _ access: Access
  ) {
    repeated = access.facts.repeatedLabels
    let label = access.labelAttributes(of: entity).map(AttributePath.init)
    own = Set(columns).isSuperset(of: label) ? access.labelQuestion(of: entity) : nil
    related = relationships.compactMap { relationship in
      access.model.destination(of: relationship).map {
        relationship.kind == .toOne ? access.labelQuestion(of: $0) : nil
      }
    }
  }

  func find(on connection: Connection) {
    for question in ([own] + related).compactMap(\.self) {
      repeated.find(question, on: connection)
    }
  }
}
