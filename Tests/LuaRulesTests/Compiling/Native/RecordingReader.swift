import LuaBridge

@testable import LuaRules

/// A reader that asks the engine's ordinary evaluation for everything, and notes for what.
struct RecordingReader: NativeReader {
  let evaluation: Evaluation
  let paths: NativePaths
  /// The paths that the evaluation was asked for, in order, each once.
  private(set) var reads: [NativePaths.ID] = []
  private var pushes: [NativePaths.ID: LuaPush?] = [.context: .context]

  init(_ evaluation: Evaluation, _ paths: NativePaths) {
    self.evaluation = evaluation
    self.paths = paths
  }

  mutating func read(_ path: NativePaths.ID) -> NativeValue {
    switch push(path) {
    case .value(let value): NativeValue(value)
    case .view: .view
    // Whether it is equal to something else is Lua's business.
    case .context: path == .context ? .view : .undecided
    case nil: .undecided
    }
  }

  /// Reads a path as the result of a value function.
  mutating func result(_ path: NativePaths.ID) -> NativeValue {
    // What is missing, but for the paths below it that rules assign, gives nothing.
    if case .view(let handle, _, _, _) = push(path),
      case .missing = evaluation.views.content(of: handle)
    {
      return .nil
    }
    return read(path)
  }

  mutating func count(of path: NativePaths.ID) -> Int64? {
    guard case .view(let handle, let shape, _, _) = push(path), shape != .opaque else { return nil }
    return (try? evaluation.count(of: handle)).map { Int64($0) }
  }

  private mutating func push(_ path: NativePaths.ID) -> LuaPush? {
    if let known = pushes[path] { return known }
    let entry = paths[path]
    guard let base = push(entry.parent) else { return nil }
    let key: LuaValue =
      switch entry.step {
      case .name(let name): .string(name.string)
      case .index(let index): .integer(index)
      }
    if case .value = base {} else { reads.append(path) }
    let found: LuaPush?
    switch base {
    case .value: found = entry.isLenient ? .value(.nil) : nil
    case .context: found = entry.length == 1 ? try? evaluation.member(key, of: .context) : nil
    case .view(let handle, _, _, _): found = try? evaluation.member(key, of: handle)
    }
    pushes.updateValue(found, forKey: path)
    return found
  }

  func spend(steps: Int, work: Int) -> Bool { true }
  func spend(calculating work: Int) -> Bool { true }
}
