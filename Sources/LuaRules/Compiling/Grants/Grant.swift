/// The permissions of the rules of a source.
///
/// The host's own files may do everything. A source with another author gets a
/// grant:
///
/// ```swift
/// RuleSource(
///   contentsOf: customerFolder,
///   grant: Grant(assign: [\.theme, \.title], read: [\.todo], functions: [], priority: ...100))
/// ```
///
/// A violation of the grant is an error of loading if it is visible in the
/// rules, and an error of the evaluation otherwise. If such a rule reads a key,
/// the key is computed with the grant of the source whose rule assigns it: a
/// rule that may read `title` gets the title, whatever the host's rule for
/// `title` reads.
public struct Grant: Sendable, Hashable {
  /// The keys that the rules may assign, each by its full name.
  ///
  /// `person` does not include the path key `person.status`.
  public var assign: Names

  /// The keys and members that the rules may read, with all their members.
  ///
  /// `todo` includes every member, present and future; `todo.title` is only
  /// this member.
  public var read: Names

  /// The host functions that the rules may call; `nil` for all.
  ///
  /// A host function has the permissions of the host: it can ask the context
  /// for any key, and the rules receive what it returns.
  public var functions: Set<String>?

  /// The highest priority that a rule may have.
  public var priority: Int

  /// The highest complexity that a rule may have, computed or written.
  ///
  /// Among rules of the same priority the more complex one is evaluated first,
  /// so a rule that may have `complexity = 1000` precedes all others of its
  /// priority.
  public var complexity: Int

  /// The functions that the rules may use: any, or only those that need no Lua.
  public var accept: ExecutionPolicy

  /// Everything: the grant of the host's own files.
  public static let everything = Grant()

  /// Creates a grant; a parameter that is left out does not limit anything.
  ///
  /// - Parameters:
  ///   - assign: The keys that the rules may assign.
  ///   - read: The keys and members that the rules may read.
  ///   - functions: The host functions that the rules may call; `nil` for all.
  ///   - priority: The priorities that the rules may have.
  ///   - complexity: The complexities that the rules may have.
  ///   - accept: The functions that the rules may use.
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

  /// Whether nothing is limited, so that no checks are needed.
  package var isEverything: Bool { self == .everything }

  /// The first error in the grant itself.
  var problem: RuleError? { assign.problem ?? read.problem }

  /// Returns the grant, restricted to functions that a policy also accepts.
  func accepting(_ accepted: ExecutionPolicy) -> Grant {
    var grant = self
    grant.accept = accept.intersection(accepted)
    return grant
  }

  /// Returns the grant that allows only what both grants allow.
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
