extension Access {
  /// Changes, adds and deletes rows in one transaction, all or none of them.
  ///
  /// Commands run in their order, and each sees what those before it did. After one that fails the others are
  /// tried, too, so that the result tells everything that is wrong.
  ///
  /// - Throws: as ``update(_:of:with:in:)``.
  public func write(_ commands: [RowCommand], in file: DatabaseFile) async throws -> BatchResult {
    guard let last = commands.indices.last else { return .written([]) }
    do {
      return try await file.write { connection in
        var batch = RowBatch(access: self, connection: connection)
        for command in commands { try batch.run(command) }
        guard batch.failures.isEmpty else { throw BatchRejected(failures: batch.failures) }
        return .written(batch.changes)
      }
    } catch let rejected as BatchRejected {
      return .rejected(rejected.failures)
    } catch {
      // A deferred constraint is checked at the end of the transaction.
      let entity = commands[last].entity
      guard
        let violation = ConstraintViolation(error, writing: entity.identifier, in: model.schema)
      else { throw error }
      return .rejected([last: .invalid([RowProblem(violation, of: entity, self)])])
    }
  }

  /// Runs commands and takes all of it back; tells what would stand in the way.
  ///
  /// - Returns: Why commands would not be done, by their places; see ``write(_:in:)``.
  /// - Throws: as ``update(_:of:with:in:)``.
  func rehearse(
    _ commands: [RowCommand], in file: DatabaseFile
  ) async throws -> [Int: WriteResult] {
    do {
      return try await file.write { connection in
        var batch = RowBatch(access: self, connection: connection)
        for command in commands { try batch.run(command) }
        throw BatchRejected(failures: batch.failures)
      }
    } catch let rejected as BatchRejected {
      return rejected.failures
    }
  }
}

/// The commands of a transaction, while they run.
private struct RowBatch {
  let access: Access
  let connection: Connection
  /// What each command did; nothing where it failed.
  private(set) var changes: [[RowChange]] = []
  /// What stands in the way, by the place of the command.
  private(set) var failures: [Int: WriteResult] = [:]
  /// The key of the row after each command.
  private var keys: [RowKey?] = []

  init(access: Access, connection: Connection) {
    self.access = access
    self.connection = connection
  }

  mutating func run(_ command: RowCommand) throws {
    let result: WriteResult?
    do {
      result = try connection.withSavepoint { try perform(command) }
    } catch let rejected as Rejected {
      result = rejected.result
    }
    var done: [RowChange] = []
    if case .written(let changes)? = result {
      done = changes
    } else {
      failures[keys.count] = result
    }
    changes.append(done)
    keys.append(done.last?.newKey ?? command.shownKey)
  }

  /// Runs a command; nil for one below a row that was not written.
  private func perform(_ command: RowCommand) throws -> WriteResult? {
    let entity = command.entity
    // Rights are asked with the task of the change, whatever the page is for.
    let access = self.access.forTask(command.task)
    guard access.canChange(entity) else { return .refused(RowWriter.readOnly(entity)) }
    let writer = RowWriter(entity: entity, access: access, connection: connection)
    switch command {
    case .update(let row, _, let edit): return try writer.update(row, edit)
    case .delete(let row, _): return try writer.delete([row])
    case .act(let name, let key, _): return try writer.act(name, key)
    case .insert(_, let edit, let parent):
      var edit = edit
      if let parent {
        guard keys.indices.contains(parent.place), failures[parent.place] == nil,
          let key = keys[parent.place]
        else { return nil }
        edit.references[parent.relationship] = .some(key)
      }
      return try writer.insert(edit)
    }
  }
}

extension RowCommand {
  /// The task with which rules about rights are asked.
  fileprivate var task: String {
    switch self {
    case .update: "edit"
    case .insert: "new"
    case .delete: "confirm"
    case .act: Access.actionTask
    }
  }

  fileprivate var shownKey: RowKey? {
    if case .update(let row, _, _) = self { row.key } else { nil }
  }
}

/// Ends a transaction of several commands without a change.
private struct BatchRejected: Error {
  let failures: [Int: WriteResult]
}
