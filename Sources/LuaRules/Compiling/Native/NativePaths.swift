import LuaBridge

/// The paths that native code reads, each with a number.
///
/// All functions of a model share one list, so that the meaning of a path in
/// the host, such as the positions of its key and members, is resolved once per
/// path.
package struct NativePaths: Sendable {
  /// The maximum number of steps; Lua or the engine reads longer paths.
  static let lengthLimit = 32

  /// The number of a path.
  package struct ID: Hashable, Sendable {
    package let number: Int32

    package init(number: Int32) { self.number = number }

    /// The empty path: the context itself.
    package static let context = ID(number: 0)
  }

  /// One step of a path.
  package enum Step: Hashable, Sendable {
    case name(Text)
    case index(Int64)

    fileprivate var isName: Bool {
      if case .name = self { true } else { false }
    }
  }

  /// A string that is compared by its bytes, as in Lua.
  package struct Text: Hashable, Sendable {
    let string: String
    /// Whether it is known to be ASCII.
    private let isPlain: Bool

    /// Creates a text for one comparison, which is not stored.
    @inline(__always)
    package init(_ string: String) {
      self.string = string
      isPlain = false
    }

    /// Creates a text that is stored and compared with others.
    init(kept string: String) {
      self.string = string
      isPlain = string.utf8.allSatisfy { $0 < 0x80 }
    }

    @inline(__always)
    package static func == (left: Text, right: Text) -> Bool {
      left.isPlain || right.isPlain
        ? NativeValue.isSame(left.string, asPlain: right.string)
        : NativeValue.haveSameBytes(left.string, right.string)
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(LuaTextHash.of(string, seed: LuaTextHash.seed))
    }
  }

  /// The facts about a path.
  package struct Entry: Sendable {
    /// The path without its last step; the context is its own parent.
    package let parent: ID
    /// The last step; it has no meaning for the context.
    let step: Step
    package let length: Int
    /// Whether a step from nothing, or from a scalar, returns nothing, as in
    /// patterns.
    let isLenient: Bool
    /// The same path, in the form in which Lua code reads it.
    package let strict: ID
  }

  private struct Place: Hashable {
    let parent: ID
    let step: Step
    let isLenient: Bool
  }

  private(set) var entries: [Entry] = [
    Entry(parent: .context, step: .index(0), length: 0, isLenient: false, strict: .context)
  ]
  private var places: [Place: ID] = [:]

  package init() {}

  package subscript(path: ID) -> Entry { entries[Int(path.number)] }

  /// Returns the path with one more step.
  ///
  /// A name of the context with dots is a path, which is read as a pattern reads it.
  package mutating func path(_ step: Step, from parent: ID) -> ID {
    if parent == .context, case .name(let name) = step,
      let steps = NamePath.steps(of: name.string)
    {
      return pattern(steps)
    }
    return path(step, from: parent, isLenient: false)
  }

  /// Returns the path in the form in which a pattern reads it.
  package mutating func pattern(_ names: [String]) -> ID {
    var path = ID.context
    for name in names {
      // The context always exists, so the first step is an ordinary read.
      path = self.path(.name(Text(name)), from: path, isLenient: path != .context)
    }
    return path
  }

  private mutating func path(_ step: Step, from parent: ID, isLenient: Bool) -> ID {
    let place = Place(parent: parent, step: step, isLenient: isLenient)
    if let known = places[place] { return known }
    let strict = isLenient ? path(step, from: self[parent].strict, isLenient: false) : nil
    let id = ID(number: Int32(clamping: entries.count))
    entries.append(
      Entry(
        parent: parent, step: step, length: self[parent].length + 1, isLenient: isLenient,
        strict: strict ?? id))
    places[place] = id
    return id
  }

  /// Returns the steps of a path, beginning at the context.
  package func steps(of path: ID) -> [Step] {
    var steps: [Step] = []
    var path = path
    while path != .context {
      steps.append(self[path].step)
      path = self[path].parent
    }
    return steps.reversed()
  }

  /// Returns the names of a path, beginning at the context, up to the first
  /// position in a list.
  package func names(of path: ID) -> [String] {
    var names: [String] = []
    for case .name(let name) in steps(of: path).prefix(while: \.isName) {
      names.append(name.string)
    }
    return names
  }

  /// Returns the path as it is written after `c.`, such as `todo.priority` or
  /// `list[1]`.
  package func text(of path: ID) -> String {
    steps(of: path).reduce(into: "") { text, step in
      switch step {
      case .name(let name): text += text.isEmpty ? name.string : ".\(name.string)"
      case .index(let index): text += "[\(index)]"
      }
    }
  }
}
