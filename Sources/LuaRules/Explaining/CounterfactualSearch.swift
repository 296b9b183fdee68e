import LuaBridge

/// Searches for a counterfactual, which users call a flip; tries contexts with few changes first.
struct CounterfactualSearch {
  private let start: RuleContext
  private let key: String
  private let wanted: LuaValue
  private var notes: [String] = []
  private var work: CounterfactualWork

  /// The most paths that may be changed.
  private static let changeLimit = 6
  /// The most reasons in an obstacle.
  private static let noteLimit = 100

  /// A changed context, with the changes.
  private struct State {
    var changes: [(path: [String], value: LuaValue)] = []
    var context: RuleContext

    var name: String {
      changes.map { "\($0.path.joined(separator: ".")) = \($0.value.literal)" }.sortedByBytes()
        .joined(separator: "\n")
    }
  }

  init(_ context: RuleContext, _ key: String, _ wanted: LuaValue, work: Int) {
    start = context
    self.work = CounterfactualWork(work)
    self.key = key
    self.wanted = wanted
  }

  mutating func run(steps: Int) throws(Counterfactual.Obstacle) -> Counterfactual {
    var level = [State(context: start)]
    var known: Set<String> = [""]
    var left = steps
    for _ in 0...Self.changeLimit {
      var next: [State] = []
      var place = 0
      while place < level.count {
        let state = level[place]
        place += 1
        guard left > 0, !work.isExhausted else { throw stopped(after: steps - left) }
        left -= 1
        let look = state.context.look(for: key, wanted, work: work)
        if look.isFound { return counterfactual(state) }
        work = look.work
        for note in look.notes where notes.count < Self.noteLimit && !notes.contains(note) {
          notes.append(note)
        }
        for move in look.moves {
          guard let changed = apply(move, to: state), known.insert(changed.name).inserted else {
            continue
          }
          // A second value for the same path does not count as one more change.
          if changed.changes.count == state.changes.count {
            level.append(changed)
          } else {
            next.append(changed)
          }
        }
      }
      level = next
      if level.isEmpty { break }
    }
    if work.isExhausted { throw stopped(after: steps - left) }
    let text = (try? JSON.write(wanted)) ?? wanted.literal
    throw Counterfactual.Obstacle(
      message: level.isEmpty
        ? "no known change of the set values makes `\(key)` \(text)"
        : "no change of \(Self.changeLimit) paths or fewer was found that makes `\(key)` \(text)",
      notes: notes)
  }

  private func stopped(after count: Int) -> Counterfactual.Obstacle {
    let contexts = count == 1 ? "the one context that was" : "the \(count) contexts that were"
    return Counterfactual.Obstacle(
      message: "no change was found among \(contexts) tried, and the search was stopped",
      notes: notes, isStopped: true)
  }

  private mutating func apply(_ move: CounterfactualMove, to state: State) -> State? {
    guard let name = move.path.first, move.path.joined(separator: ".") != key,
      !state.changes.contains(where: { $0.path != move.path && overlap($0.path, move.path) })
    else { return nil }
    var changed = state
    changed.changes.removeAll { $0.path == move.path }
    let outer = state.context.plainValue(name)
    guard work.spend(outer.partCount),
      let value = outer.setting(move.value, at: move.path.dropFirst())
    else { return nil }
    do {
      try changed.context.setValue(value, for: name)
    } catch {
      return nil
    }
    changed.changes.append((move.path, move.value))
    return changed
  }

  private func overlap(_ left: [String], _ right: [String]) -> Bool {
    left.starts(with: right) || right.starts(with: left)
  }

  private func counterfactual(_ state: State) -> Counterfactual {
    let schema = start.model.schema
    let changes = state.changes.map { change in
      let outer = start.plainValue(change.path[0])
      let previous = outer.value(at: change.path.dropFirst())
      let path = change.path.joined(separator: ".")
      let isSecret = start.isSecret(path)
      let type =
        schema.type(of: path)
        ?? change.path.dropFirst().reduce(schema.type(of: change.path[0]) ?? .any) {
          $0.memberType($1)
        }
      func shown(_ value: LuaValue) -> String {
        isSecret ? JSON.quoted(Redaction.text) : Self.json(value, as: type)
      }
      return Counterfactual.Change(
        path: path, value: shown(change.value), previous: previous.map(shown))
    }
    return Counterfactual(changes: changes.sorted { $0.path.precedesInBytes($1.path) })
  }

  /// Returns a value as a context in JSON has it: a date as text, for example.
  private static func json(_ value: LuaValue, as type: ValueType) -> String {
    let typed = (try? type.coerce(value)) ?? value
    return (try? JSON.write(typed, as: type)) ?? (try? JSON.write(value)) ?? value.literal
  }
}

extension RuleContext {
  /// A copy of the set value for a name; `nil` if there is none, or if it cannot be copied.
  fileprivate func plainValue(_ name: String) -> LuaValue {
    guard let set = values[name] else { return .nil }
    return (try? LuaValue(copying: .swift(set))) ?? .nil
  }
}

extension LuaValue {
  /// The number of scalars and tables in the value.
  fileprivate var partCount: Int {
    guard case .table(let table) = self else { return 1 }
    return table.elements.reduce(1) { $0 + $1.partCount }
      + table.fields.reduce(0) { $0 + 1 + $1.value.partCount }
  }

  /// The value at a path of names; `nil` if there is none.
  fileprivate func value(at path: ArraySlice<String>) -> LuaValue? {
    guard let name = path.first else {
      if case .nil = self { return nil }
      return self
    }
    guard case .table(let table) = self else { return nil }
    return table[name]?.value(at: path.dropFirst())
  }

  /// The value with another value at a path; `nil` if a value on the path is not a table.
  ///
  /// Missing tables on the path are made.
  fileprivate func setting(_ value: LuaValue, at path: ArraySlice<String>) -> LuaValue? {
    guard let name = path.first else { return value }
    var table: LuaTable
    switch self {
    case .nil, .null: table = .emptyObject
    case .table(let known) where known.elements.isEmpty: table = known
    default: return nil
    }
    guard let changed = (table[name] ?? .nil).setting(value, at: path.dropFirst()) else {
      return nil
    }
    table.set(changed, for: name)
    return .table(table)
  }
}
