#if Macros
  import Foundation
  import LuaRules
  import LuaRulesMacros

  // Types and keys that are declared as a host would.

  enum Level: String, Sendable { case low, high }
  enum Phase: Sendable { case open, done }

  /// A thing to do.
  @RuleObject
  struct Chore: Sendable, Equatable {
    /// What is to be done,
    /// in a few words.
    ///
    /// Not for rules.
    var title: String
    var level = Level.low
    var phase: Phase = .open, rank = 0
    let width = 3, height = 4
    var owner: Person?
    var dates: [Date] = []
    var observed = 1 { didSet { rank += 1 } }
    var isUrgent: Bool { level == .high }
    var area: Int {
      get { width * height }
      set {}
    }
    @Shown("due") var dueDate: Int?
    @Shown("end") var end = 9
    @Hidden var notes = "hidden"
    @Secret var email = "a@b.c"
    @Shown private var shown = "shown"
    private var own = "own"
    private(set) var readable = "yes"
    static let shared = 1
    var `default` = "d"
    var failing: Int { get throws { throw CancellationError() } }

    /// How long it takes.
    @Shown func hours(perDay: Int = 8) -> Int { rank / perDay }
    @Secret func code() -> String { "code" }
    func unlisted() -> Int { 0 }
    @Shown func isFor(_ name: String, at level: Level?) throws -> Bool {
      if name.isEmpty { throw CancellationError() }
      return name == owner?.name && (level ?? self.level) == self.level
    }
    @Shown("rest") private func remaining(of hours: Int, done: Int = 1) -> Int { hours - done }

    init(title: String) { self.title = title }

    /// Who does it.
    @RuleObject struct Person: Sendable, Equatable {
      var name: String
    }
  }

  @RuleObject
  class Machine: @unchecked Sendable {
    let name: String
    lazy var parts = ["wheel"]
    var isBig: Bool { name.count > 3 }
    @Shown func speed(times factor: Int) -> Int { factor }

    init(name: String) { self.name = name }
  }
  final class Engine: Machine, @unchecked Sendable {
    override var isBig: Bool { true }
    override func speed(times factor: Int) -> Int { 10 * factor }
  }

  @RuleObject
  struct Pair<First: Sendable, Second>: Sendable where Second: Sendable {
    var first: First
    var second: Second
    var text: String { "\(first), \(second)" }
    @Shown func starts(with other: First) -> String { "\(other), \(first)" }
  }
  @RuleObject class Anything<Content> {
    let content: Content
    init(_ content: Content) { self.content = content }
  }
  @RuleObject struct Wrapped<Content> {
    var content: Content
    var list: [Content] { [content] }
  }
  @RuleObject final class Holder<Content: Sendable>: Sendable {
    let content: Content
    init(_ content: Content) { self.content = content }
  }

  /// Seen by others.
  @RuleObject public struct Exported: Sendable {
    /// How many.
    public var count = 1
    var inner = 2
  }
  @RuleObject private struct Own: Sendable { var a = 1 }
  @RuleObject fileprivate struct FileOwn: RuleObject { var a = 1 }

  /// Not `Sendable`.
  final class Screen {}

  /// Where things are sold.
  public enum Shop {
    @RuleObject fileprivate struct Till: Sendable { var a = 1 }
    fileprivate enum Cellar {
      @RuleObject struct Shelf: Sendable { var a = 1 }
      /// Says more than it can.
      @RuleObject public struct Box: Sendable { internal var a = 1 }
    }
  }
  public extension Shop {
    @RuleObject struct Cart: Sendable {
      var total = 7
      @available(macOS 99, iOS 99, *) var rest: Int { total / 2 }
      @available(macOS, introduced: 99) @Shown func tax() -> Int { 19 }
      @available(*, unavailable) var gone: Int { 0 }
      @Hidden @MainActor var screen = 1
    }
    @available(*, deprecated) @RuleObject struct OldCart: Sendable { var total = 7 }
  }
  package extension Shop {
    @RuleObject struct Shelf: Sendable { var length = 1 }
  }

  @RuleKeys
  extension DynamicEnvironmentPaths {
    /// The chore that is asked about.
    @RuleKey var chore: Chore?
    /// The "color" of
    /// its row.
    @RuleKey var tint: Level = .low
    @RuleKey("machine") var currentMachine: Machine?
    @RuleKey var retries = 3
    @RuleKey @Secret var password: String = ""
    @RuleKey("person.status") var personStatus: String?
    @RuleKey(isSettable: false) var screen: Screen?
    @RuleKey(isSettable: false) var anything: Anything<Int>? = Anything(5)
    @RuleKey(isSettable: false) var wrapped: Wrapped<Level> = Wrapped(content: .high)
    @RuleKey var pair: Pair<Int, String>?
    @RuleKey var holder: Optional<Holder<Level>>
  }

  @RuleKeys("exportedKeys")
  extension DynamicEnvironmentPaths {
    /// Seen by others.
    @RuleKey public var exported: Exported = Exported()
    @RuleKey fileprivate var own: Int = 1
  }

  @RuleKeys("shopKeys")
  public extension DynamicEnvironmentPaths {
    @RuleKey var cart: Shop.Cart?
    @available(macOS 99, *) @RuleKey var newCart: Shop.Cart = Shop.Cart()
    @RuleKey internal var shelf: Shop.Shelf?
  }
#endif
