#if Macros
  import SwiftSyntaxMacrosGenericTestSupport
  import Testing

  /// What macros write, letter by letter: what one would write by hand.
  @Suite struct ExpansionTests {
    @Test func `a key`() {
      expectExpansion(
        of: """
          extension DynamicEnvironmentPaths {
            /// The "color"
            /// of a row.
            ///
            /// And more.
            @RuleKey public var fancyColor: Color = .black
          }
          """,
        """
        extension DynamicEnvironmentPaths {
          /// The "color"
          /// of a row.
          ///
          /// And more.
          public var fancyColor: Color {
            get {
              self[dynamic: Self.fancyColorKey]
            }
            set {
              self[dynamic: Self.fancyColorKey] = newValue
            }
          }

          /// The key of ``fancyColor``.
          public static var fancyColorKey: RuleKey<Color> {
            RuleKey(literal: "fancyColor", default: .black, description: "The \\"color\\" of a row.")
          }
        }
        """)
    }

    @Test func `a key with another name that cannot be set`() {
      expectExpansion(
        of: """
          extension DynamicEnvironmentPaths {
            @RuleKey("todo", isSettable: false) @Secret var currentTodo: Todo?
          }
          """,
        """
        extension DynamicEnvironmentPaths {
          var currentTodo: Todo? {
            get {
              self[dynamic: Self.currentTodoKey]
            }
          }

          /// The key of ``currentTodo``.
          static var currentTodoKey: RuleKey<Todo?> {
            RuleKey(literal: "todo", default: nil, isSecret: true)
          }
        }
        """)
    }

    @Test(arguments: [
      ("@RuleKey(.sum) ", "total", "hitPolicy: .sum"),
      ("@RuleKey(\"bill.total\", HitPolicy.sum) ", "bill.total", "hitPolicy: HitPolicy.sum"),
      ("@RuleKey(.sum, onError: -1) ", "total", "onError: -1, hitPolicy: .sum"),
      ("@RuleKey(\"bill.total\", onError: Int.max) ", "bill.total", "onError: Int.max"),
    ])
    func `a key whose rules answer together`(attribute: String, name: String, policy: String) {
      expectExpansion(
        of: """
          extension DynamicEnvironmentPaths {
            \(attribute)var total: Int = 0
          }
          """,
        """
        extension DynamicEnvironmentPaths {
          var total: Int {
            get {
              self[dynamic: Self.totalKey]
            }
            set {
              self[dynamic: Self.totalKey] = newValue
            }
          }

          /// The key of ``total``.
          static var totalKey: RuleKey<Int> {
            RuleKey(literal: "\(name)", default: 0, \(policy))
          }
        }
        """)
    }

    @Test func `a schema of keys`() {
      expectExpansion(
        of: """
          @RuleKeys("themeKeys")
          extension DynamicEnvironmentPaths {
            @RuleKey(isSettable: false) public var title = ""
            var other: Int { 0 }
            @RuleKey(isSettable: false) var `default` = -1.5
          }
          """,
        """
        extension DynamicEnvironmentPaths {
          public var title {
            get {
              self[dynamic: Self.titleKey]
            }
          }

          /// The key of ``title``.
          public static var titleKey: RuleKey<String> {
            RuleKey(literal: "title", default: "")
          }
          var other: Int { 0 }
          var `default` {
            get {
              self[dynamic: Self.defaultKey]
            }
          }

          /// The key of ``default``.
          static var defaultKey: RuleKey<Double> {
            RuleKey(literal: "default", default: -1.5)
          }

          /// The schema of the keys that are declared here.
          public static var themeKeys: RuleSchema {
            RuleSchema(
              Self.titleKey,
              Self.defaultKey)
          }
        }
        """)
    }

    @Test func `an object`() {
      expectExpansion(
        of: """
          @RuleObject public struct Todo {
            /** What is to be done. */
            public var title: String
            var priority = Priority.low, rank = 0
            var isUrgent: Bool { priority == .high }
            @Hidden var notes: Data
            @Secret var email: String
            @Shown("due") private var dueDate: Date?
            private var own = 0
            static let count = 0
            @Shown func weight() -> Int { 3 }
            func other() {}
          }
          """,
        """
        public struct Todo {
          /** What is to be done. */
          public var title: String
          var priority = Priority.low, rank = 0
          var isUrgent: Bool { priority == .high }
          var notes: Data
          var email: String
          private var dueDate: Date?
          private var own = 0
          static let count = 0
          func weight() -> Int { 3 }
          func other() {}
        }

        extension Todo: RuleObject {
          /// What rules may read.
          public static let ruleMembers: RuleMembers<Todo> = [
            .init("title", \\.title, description: "What is to be done."),
            .init("priority", \\.priority),
            .init("rank", \\.rank),
            .init("isUrgent", \\.isUrgent) { $0.isUrgent },
            .init("email", \\.email, isSecret: true),
            .init("due", \\.dueDate),
            .init("weight") { $0.weight() },
          ]
        }
        """)
    }

    @Test func `an object of a class that says itself that it is one`() {
      expectExpansion(
        of: """
          @RuleObject final class Account: LuaRules.RuleObject {
            let owner: String
          }
          """,
        """
        final class Account: LuaRules.RuleObject {
          let owner: String
        }

        extension Account {
          /// What rules may read.
          static let ruleMembers: RuleMembers<Account> = [
            .init("owner", \\.owner) { $0.owner },
          ]
        }
        """, isConforming: true)
    }

    @Test func `an object of a generic type`() {
      expectExpansion(
        of: """
          @RuleObject private struct Box<Content> {
            let content: Content
          }
          """,
        """
        private struct Box<Content> {
          let content: Content
        }

        extension Box: RuleObject {
          /// What rules may read.
          fileprivate static var ruleMembers: RuleMembers<Box> {
            .kept(for: Box.self) {
              [
                .init("content", \\.content),
              ]
            }
          }
        }
        """)
    }

    @Test func `an object with methods that rules call`() {
      expectExpansion(
        of: """
          @RuleObject struct Todo {
            /// Whether somebody sees it.
            @Shown func isVisible(to user: String, _ level: Level?) throws -> Bool { true }
            @Shown("left") @Secret func remaining(of count: Int, _ part: Int, step: Int = 1) -> Int { 1 }
            @Shown func tries(_ count: Int, `in` days: Int = 1) throws -> Int { 1 }
            @Shown func has(`in` tag: String) -> Bool { true }
            @Shown func starts(`in` hour: Int) -> Bool { true }
            func starts(`in` name: String) -> Bool { true }
          }
          """,
        """
        struct Todo {
          /// Whether somebody sees it.
          func isVisible(to user: String, _ level: Level?) throws -> Bool { true }
          func remaining(of count: Int, _ part: Int, step: Int = 1) -> Int { 1 }
          func tries(_ count: Int, `in` days: Int = 1) throws -> Int { 1 }
          func has(`in` tag: String) -> Bool { true }
          func starts(`in` hour: Int) -> Bool { true }
          func starts(`in` name: String) -> Bool { true }
        }

        extension Todo: RuleObject {
          /// What rules may read.
          static let ruleMembers: RuleMembers<Todo> = [
            .init("isVisible", description: "Whether somebody sees it.", calling: Todo.isVisible(to:_:)),
            .init("left", isSecret: true, calling: { object in { (count: Int, part: Int) in object.remaining(of: count, part) } }),
            .init("tries", calling: { object in { (count: Int) in try object.tries(count) } }),
            .init("has", calling: Todo.has(in:)),
            .init("starts", calling: { object in { (hour: Int) in object.starts(in: hour) } }),
          ]
        }
        """)
    }
  }
#endif
