/// What the rules of a source may do.
///
/// The host's own files may do everything. A source that somebody else writes
/// gets a grant:
///
/// ```swift
/// RuleSource(
///   contentsOf: customerFolder,
///   grant: Grant(assign: [\.theme, \.title], read: [\.todo], functions: [], priority: ...100))
/// ```
///
/// What breaks the grant is an error of loading where it shows in the rules, and
/// of the evaluation otherwise. A key that such a rule reads is computed with the
/// grant of the source whose rule gives it: who may read `title` gets the title,
/// whatever the host's rule for it reads.
public struct Grant: Sendable, Hashable {
  /// The keys that the rules may assign, each by its full name.
  ///
  /// `person` does not include the path key `person.status`.
  public var assign: Names

  /// The keys and members that the rules may read, with all that is in them.
  ///
  /// `todo` includes every member, now and later; `todo.title` is this member alone.
  public var read: Names

  /// The host functions that the rules may call; `nil` for all.
  ///
  /// A host function may do what the host may: it can ask the context for
  /// anything, and what it returns is given away.
  public var functions: Set<String>?

  /// The highest priority that a rule may have.
  public var priority: Int

  /// The highest complexity that a rule may have, counted or written.
  ///
  /// Among rules of one priority the more complex one is asked first, so who may
  /// write `complexity = 1000` comes before all others of that priority.
  public var complexity: Int

  /// The functions that the rules may have: any, or only such as need no Lua.
  public var accept: ExecutionPolicy

  /// Everything: the grant of the host's own files.
  public static let everything = Grant()

  /// Creates a grant; what is left out is not limited.
  ///
  /// - Parameters:
  ///   - assign: The keys that the rules may assign.
  ///   - read: The keys and members that they may read.
  ///   - functions: The host functions that they may call; `nil` for all.
  ///   - priority: The priorities that they may have.
  ///   - complexity: The complexities that they may have.
  ///   - accept: The functions that they may have.
  public init(
    assign: Names = .all, read: Names = .all, functions: Set<String>? = nil,
    priority: PartialRangeThrough<Int> = ...Priority.range.upperBound,
    complexity: PartialRangeThrough<Int> = ...Int.max,
    accept: ExecutionPolicy = .anyLua
  ) {
    self.assign = assign
    self.read = read
    self.functions = functions
    self.priority = priority.upperBound
    self.complexity = complexity.upperBound
    self.accept = accept
  }

  /// Whether nothing is limited, so that nothing has to be checked.
  var isEverything: Bool { self == .everything }

  /// What is wrong with the grant itself.
  var problem: RuleError? { assign.problem ?? read.problem }

  /// Returns the grant with no other functions than some.
  func accepting(_ accepted: ExecutionPolicy) -> Grant {
    var grant = self
    grant.accept = accept.intersection(accepted)
    return grant
  }

  /// Returns what both grants allow.
  func intersection(_ other: Grant) -> Grant {
    var both = self
    both.assign = assign.intersection(other.assign, withMembers: false)
    both.read = read.intersection(other.read, withMembers: true)
    both.functions =
      if let functions, let others = other.functions {
        functions.intersection(others)
      } else {
        functions ?? other.functions
      }
    both.priority = min(priority, other.priority)
    both.complexity = min(complexity, other.complexity)
    both.accept = accept.intersection(other.accept)
    return both
  }
}
