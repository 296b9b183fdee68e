#if Macros
  import Testing

  /// What macros take over from around a declaration: its level, and where it is available.
  @Suite struct SurroundingsTests {
    @Test(arguments: [
      ("public extension Shop", "", "public "), ("package extension Shop", "", "package "),
      ("private extension Shop", "", "fileprivate "), ("extension Shop", "", ""),
      ("public extension Shop", "internal ", ""), ("public extension Shop", "package ", "package "),
      ("extension Shop", "public ", "public "), ("public struct Shop", "", ""),
      ("private struct Shop", "", "fileprivate "),
      ("fileprivate enum Shop", "public ", "fileprivate "),
    ])
    func `an object in an extension has the level of that`(
      outer: String, own: String, written: String
    ) {
      expectExpansion(
        of: """
          \(outer) {
            @RuleObject \(own)struct Cart {
              public var total: Int
            }
          }
          """,
        """
        \(outer) {
          \(own)struct Cart {
            public var total: Int
          }
        }

        extension Shop.Cart: RuleObject {
          /// What rules may read.
          \(written)static let ruleMembers: RuleMembers<Shop.Cart> = [
            .init("total", \\.total),
          ]
        }
        """)
    }

    @Test func `an object that is not there on all systems`() {
      expectExpansion(
        of: """
          @available(macOS 16, iOS 19, *) extension Shop {
            @available(*, deprecated, message: "old")
            @RuleObject struct Cart {
              var total: Int
              @available(macOS 17, *) var rest: Int { 0 }
              @available(iOS, introduced: 20) @available(swift 6) var other: Int { 0 }
              @available(*, unavailable) var gone: Int { 0 }
              @available(*, deprecated) var old: Int
            }
          }
          """,
        """
        @available(macOS 16, iOS 19, *) extension Shop {
          @available(*, deprecated, message: "old")
          struct Cart {
            var total: Int
            @available(macOS 17, *) var rest: Int { 0 }
            @available(iOS, introduced: 20) @available(swift 6) var other: Int { 0 }
            @available(*, unavailable) var gone: Int { 0 }
            @available(*, deprecated) var old: Int
          }
        }

        @available(macOS 16, iOS 19, *)
        @available(*, deprecated, message: "old")
        extension Shop.Cart: RuleObject {
          /// What rules may read.
          static let ruleMembers: RuleMembers<Shop.Cart> = {
            var members: [RuleMember<Shop.Cart>] = [
              .init("total", \\.total),
              .init("old", \\.old),
            ]
            if #available(macOS 17, *) {
              members.append(.init("rest", \\.rest) { $0.rest })
            }
            if #available(iOS 20, *) {
              members.append(.init("other", \\.other) { $0.other })
            }
            return RuleMembers(members)
          }()
        }
        """)
    }

    @Test func `an object of a generic type with a member of some systems`() {
      expectExpansion(
        of: """
          @RuleObject struct Box<Content> {
            @available(macOS 17, *) var content: Content { fatalError() }
          }
          """,
        """
        struct Box<Content> {
          @available(macOS 17, *) var content: Content { fatalError() }
        }

        extension Box: RuleObject {
          /// What rules may read.
          static var ruleMembers: RuleMembers<Box> {
            .kept(for: Box.self) {
              var members: [RuleMember<Box>] = []
              if #available(macOS 17, *) {
                members.append(.init("content", \\.content) { $0.content })
              }
              return RuleMembers(members)
            }
          }
        }
        """)
    }

    @Test func `keys that are not there on all systems`() {
      expectExpansion(
        of: """
          @RuleKeys public extension DynamicEnvironmentPaths {
            @available(macOS 16, *) @RuleKey(isSettable: false) var glow: Glow?
            @RuleKey(isSettable: false) package var size: Int = 1
          }
          """,
        """
        public extension DynamicEnvironmentPaths {
          @available(macOS 16, *) var glow: Glow? {
            get {
              self[dynamic: Self.glowKey]
            }
          }

          /// The key of ``glow``.
          @available(macOS 16, *)
          static var glowKey: RuleKey<Glow?> {
            RuleKey(literal: "glow", default: nil)
          }
          package var size: Int {
            get {
              self[dynamic: Self.sizeKey]
            }
          }

          /// The key of ``size``.
          package static var sizeKey: RuleKey<Int> {
            RuleKey(literal: "size", default: 1)
          }

          /// The schema of the keys that are declared here.
          static var ruleKeys: RuleSchema {
            var schema = RuleSchema(
              Self.sizeKey)
            if #available(macOS 16, *) {
              schema = schema.merging(RuleSchema(Self.glowKey))
            }
            return schema
          }
        }
        """)
    }
  }
#endif
