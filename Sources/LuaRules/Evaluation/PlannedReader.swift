import LuaBridge

/// Reads the context for a function that Lua is not called for.
///
/// Each read is checked, as it is in Lua, by what the rule that is running may
/// read; and why something is odd is known afterwards.
struct PlannedReader: NativeReader {
  private let access: Access
  private let paths: NativePaths
  private var pushes: [NativePaths.ID: LuaPush?] = [:]
  private var failure: RuleError?
  /// What was read last, each path once.
  private var reads: [(path: NativePaths.ID, value: NativeValue)] = []

  init(_ access: Access, _ paths: NativePaths) {
    self.access = access
    self.paths = paths
  }

  mutating func read(_ path: NativePaths.ID) -> NativeValue {
    guard let push = push(path) else { return .odd }
    let value: NativeValue =
      switch push {
      case .value(let value): NativeValue(read: value)
      case .view(_, .function, _, _): .odd
      case .view, .context: .view
      }
    reads.removeAll { $0.path == path }
    reads.append((path, value))
    return value
  }

  mutating func count(of path: NativePaths.ID) -> Int64? {
    guard case .view(let handle, let shape, _, _) = push(path), shape.showsMembers else {
      return nil
    }
    do throws(RuleError) {
      try access.refuseListing(handle)
      return (try? access.count(of: handle)).map { Int64($0) }
    } catch {
      failure = error
      return nil
    }
  }

  mutating func spend(steps: Int, work: Int) -> Bool {
    access.spendNatively(steps: steps, work: work)
  }

  mutating func spend(calculating work: Int) -> Bool {
    access.spendNatively(steps: 0, work: work)
  }

  /// The object at a path; `nil` for what is none.
  mutating func object(at path: NativePaths.ID) -> ObjectHandle? {
    push(path)?.object
  }

  private mutating func push(_ path: NativePaths.ID) -> LuaPush? {
    if path == .context { return .context }
    if let known = pushes[path] { return known }
    guard failure == nil else { return nil }
    let found: LuaPush?
    do throws(RuleError) {
      found = try freshPush(path)
    } catch {
      failure = error
      found = nil
    }
    pushes.updateValue(found, forKey: path)
    return found
  }

  private mutating func freshPush(_ path: NativePaths.ID) throws(RuleError) -> LuaPush? {
    let entry = paths[path]
    guard let outer = push(entry.parent) else { return nil }
    guard let object = outer.object else {
      guard case .value(let value) = outer else { return nil }
      throw access.cannotRead(paths.text(of: path), of: paths.text(of: entry.parent), value)
    }
    if ThreadStack.isShort { throw RuleError(LuaFailure(.depth), in: access.failureContext) }
    return switch entry.step {
    case .name(let name): try access.seenMember(.string(name.string), of: object)
    case .index(let index): try access.seenMember(.integer(index), of: object)
    }
  }

  /// The error of a function that has met something odd.
  var error: RuleError {
    if let failure { return failure }
    if let kind = access.budget.exhaustedKind {
      return RuleError(LuaFailure(kind), in: access.failureContext)
    }
    let seen = reads.suffix(3).map { "`c.\(paths.text(of: $0.path))` is \($0.value.typeName)" }
    return RuleError(
      .needsLua,
      "only Lua could go on here, and it is not called for this source"
        + (seen.isEmpty ? "" : ": " + seen.joined(separator: ", ")),
      hint: "test values before they are compared or calculated with: `c.count and c.count > 3`")
  }
}

extension LuaPush {
  /// The object of which members can be read; `nil` for a scalar.
  fileprivate var object: ObjectHandle? {
    switch self {
    case .context: .context
    case .view(let handle, _, _, _): handle
    case .value: nil
    }
  }
}

extension NativeValue {
  /// What the value is, for messages; nothing of what it holds.
  fileprivate var typeName: String {
    switch self {
    case .view: "an object"
    case .odd: "something else"
    case .nil: "nil"
    default: luaValue?.typeName ?? "nil"
    }
  }
}

extension Access {
  /// The error of reading a member of what has none.
  fileprivate func cannotRead(
    _ path: String, of outer: String, _ value: LuaValue
  ) -> RuleError {
    switch value {
    case .nil, .null:
      RuleError(
        .runtime, "`c.\(outer)` is nil, so `c.\(path)` cannot be read",
        hint: "test it first: `c.\(outer) and c.\(path)`")
    default:
      RuleError(.needsLua, "`c.\(outer)` is \(value.typeName), so `c.\(path)` cannot be read")
    }
  }
}
