#if Macros
  import SwiftSyntaxMacrosGenericTestSupport
  import Testing

  /// What a user reads who writes it wrong, and what an editor offers.
  @Suite struct DiagnosticTests {
    @Test(arguments: [
      Fault(
        source: "@RuleKey let a: Int = 1", message: "a key is a `var`: rules give its value",
        column: 10, fixIt: "write `var`", fixed: "@RuleKey var a: Int = 1"),
      Fault(
        source: "@RuleKey static var a: Int = 1",
        message: "a key belongs to each context: it cannot be `static`", column: 10,
        fixIt: "remove `static`", fixed: "@RuleKey var a: Int = 1"),
      Fault(
        source: "@RuleKey public static var a: Int = 1",
        message: "a key belongs to each context: it cannot be `static`", column: 17,
        fixIt: "remove `static`", fixed: "@RuleKey public var a: Int = 1"),
      Fault(
        source: "@RuleKey var a: Int { 1 }", message: "`@RuleKey` writes the accessors of the key",
        column: 21),
      Fault(
        source: "@RuleKey var a: Int",
        message: "a key needs a default: what it is when nothing is set and no rule answers",
        column: 14, fixIt: "write a default", fixed: "@RuleKey var a: Int = <#default#>"),
      Fault(
        source: "@RuleKey var a = Color.black", message: "a key needs a type", column: 14,
        fixIt: "write the type", fixed: "@RuleKey var a: Color = Color.black"),
      Fault(
        source: "@RuleKey var a = Shop.Cart(1)", message: "a key needs a type", column: 14,
        fixIt: "write the type", fixed: "@RuleKey var a: Shop.Cart = Shop.Cart(1)"),
      Fault(
        source: "@RuleKey var a = make()", message: "a key needs a type", column: 14,
        fixIt: "write the type", fixed: "@RuleKey var a: <#Type#> = make()"),
      Fault(
        source: "@RuleKey(\"a..b\") var a: Int = 1",
        message: "`a..b` is no name for rules: expected names with dots between them", column: 10),
      Fault(
        source: "@RuleKey(\"\\(a)\") var a: Int = 1",
        message: "the name must be a string literal", column: 10),
      Fault(
        source: "@RuleKey(isSettable: flag) var a: Int = 1",
        message: "`isSettable` must be `true` or `false`", column: 22),
      Fault(
        source: "@RuleKey var end: Int = 1",
        message: "`end` is a word of Lua: give rules another name for the key, "
          + "as in `@RuleKey(\"end_\")`",
        column: 1, isWarning: true),
    ])
    func `a key`(fault: Fault) {
      fault.check(in: "extension DynamicEnvironmentPaths")
    }

    @Test func `a key has its place`() {
      Fault(
        source: "@RuleKey var a: Int = 1",
        message: "a key belongs into an extension of `DynamicEnvironmentPaths`", column: 1
      ).check(in: "struct Keys")
    }

    @Test(arguments: [
      Fault(
        source: "@Shown(\"a.b\") var a: Int",
        message: "`a.b` is no name for rules: expected a name without dots", column: 8),
      Fault(
        source: "@Secret static var a: Int",
        message: "rules cannot read this member: it belongs to the type", column: 1,
        fixIt: "remove `@Secret`", fixed: "static var a: Int"),
      Fault(
        source: "@Shown var a: Int { get async throws { 1 } }",
        message: "rules cannot read this member: it is asynchronous", column: 1,
        fixIt: "remove `@Shown`", fixed: "var a: Int { get async throws { 1 } }"),
      Fault(
        source: "@Shown var a: Int { mutating get { 1 } }",
        message: "rules cannot read this member: reading it changes the value", column: 1,
        fixIt: "remove `@Shown`", fixed: "var a: Int { mutating get { 1 } }"),
      Fault(
        source: "@Shown lazy var a = 1",
        message: "rules cannot read this member: reading it changes the value", column: 1,
        fixIt: "remove `@Shown`", fixed: "lazy var a = 1"),
      Fault(
        source: "@Shown func a(by b: inout Int) -> Int { b }",
        message: "rules cannot read this member: it changes what it is given", column: 1,
        fixIt: "remove `@Shown`", fixed: "func a(by b: inout Int) -> Int { b }"),
      Fault(
        source: "@Shown func a(_ b: @escaping () -> Int) -> Int { 1 }",
        message: "rules cannot read this member: rules cannot give it a function", column: 1,
        fixIt: "remove `@Shown`", fixed: "func a(_ b: @escaping () -> Int) -> Int { 1 }"),
      Fault(
        source: "@Shown func a(b: Int...) -> Int { 1 }",
        message: "rules cannot read this member: it takes any number of arguments", column: 1,
        fixIt: "remove `@Shown`", fixed: "func a(b: Int...) -> Int { 1 }"),
      Fault(
        source: "@Shown func a<B>(b: B) -> Int { 1 }",
        message: "rules cannot read this member: it is generic", column: 1,
        fixIt: "remove `@Shown`", fixed: "func a<B>(b: B) -> Int { 1 }"),
      Fault(
        source: "@Shown func a(b: some Any) -> Int { 1 }",
        message: "rules cannot read this member: it is generic", column: 1,
        fixIt: "remove `@Shown`", fixed: "func a(b: some Any) -> Int { 1 }"),
      Fault(
        source: "@Shown func a(b: Int) {}",
        message: "rules cannot read this member: it gives no value", column: 1,
        fixIt: "remove `@Shown`", fixed: "func a(b: Int) {}"),
      Fault(
        source: "@Shown mutating func a() -> Int { 1 }",
        message: "rules cannot read this member: calling it changes the value", column: 1,
        fixIt: "remove `@Shown`", fixed: "mutating func a() -> Int { 1 }"),
      Fault(
        source: "@Shown func a() throws -> Int { 1 }",
        message: "rules cannot read this member: it throws, and without arguments rules read it "
          + "as a property", column: 1,
        fixIt: "remove `@Shown`", fixed: "func a() throws -> Int { 1 }"),
      Fault(
        source: "@Shown func a() {}",
        message: "rules cannot read this member: it gives no value", column: 1,
        fixIt: "remove `@Shown`", fixed: "func a() {}"),
      Fault(
        source: "@Hidden @Secret var a: Int",
        message: "`@Secret` has no effect on what is `@Hidden`", column: 9,
        fixIt: "remove `@Secret`", fixed: "@Hidden var a: Int", isWarning: true),
      Fault(
        source: "@Shown @Hidden func a() -> Int { 1 }",
        message: "`@Shown` has no effect on what is `@Hidden`", column: 1,
        fixIt: "remove `@Shown`", fixed: "@Hidden func a() -> Int { 1 }", isWarning: true),
      Fault(
        source: "@MainActor var a: Int",
        message: "rules cannot read this member: it belongs to the main actor, and rules ask on "
          + "any thread; give them its value in a key, which code of the actor sets",
        column: 1, fixIt: "write `@Hidden`", fixed: "@Hidden @MainActor var a: Int",
        isWarning: true),
      Fault(
        source: "@Shown @MainActor func a() -> Int { 1 }",
        message: "rules cannot read this member: it belongs to the main actor, and rules ask on "
          + "any thread; give them its value in a key, which code of the actor sets",
        column: 1, fixIt: "remove `@Shown`", fixed: "@MainActor func a() -> Int { 1 }"),
      Fault(
        source: "@Secret @Store.DiskActor var a: Int { 1 }",
        message: "rules cannot read this member: it belongs to `DiskActor`, and rules ask on "
          + "any thread; give them its value in a key, which code of the actor sets",
        column: 1, fixIt: "remove `@Secret`", fixed: "@Store.DiskActor var a: Int { 1 }"),
      Fault(
        source: "@available(iOS, unavailable) var a: Int { 1 }",
        message: "rules cannot read this member: it is not there on all platforms; give them one "
          + "that is", column: 1, fixIt: "write `@Hidden`",
        fixed: "@Hidden @available(iOS, unavailable) var a: Int { 1 }", isWarning: true),
      Fault(
        source: "@Shown @available(*, unavailable) var a: Int { 1 }",
        message: "rules cannot read this member: it is unavailable", column: 1,
        fixIt: "remove `@Shown`", fixed: "@available(*, unavailable) var a: Int { 1 }"),
      Fault(
        source: "var b: Int; @Shown(\"b\") var a: Int",
        message: "rules know another member as `b`", column: 29),
      Fault(
        source: "var end: Int",
        message: "`end` is a word of Lua: rules can write it only as `[\"end\"]`; "
          + "give them another name with `@Shown(\"…\")`, or this one to keep it",
        column: 5, isWarning: true),
      Fault(
        source: "#if DEBUG\n  var a: Int\n  #endif",
        message: "rules do not see members inside `#if`", column: 1, isWarning: true),
    ])
    func `a member`(fault: Fault) {
      fault.check(in: "@RuleObject struct Todo")
    }

    @Test func `a marker that nobody reads`() {
      Fault(
        source: "@Secret var a: Int",
        message: "`@Secret` has no effect here: it belongs to a member of a type with "
          + "`@RuleObject`, or beside `@RuleKey`", column: 1
      ).check(in: "struct Todo")
    }

    @Test(arguments: [
      (
        "enum Color { case red }",
        "an enum needs no `@RuleObject`: rules see its raw value, or the name of its case"
      ),
      (
        "actor Store {}", "rules cannot wait for an actor: give them a struct of its values"
      ),
      (
        "@MainActor final class Screen {}",
        "rules ask on any thread: give them a struct of the values of the main actor"
      ),
      ("protocol Shape {}", "`@RuleObject` belongs to a struct or a class"),
      (
        "final class Dog: Animal {}",
        "`Dog` has the list of members of its superclass, and cannot have another"
      ),
    ])
    func `a type that cannot be one`(type: String, message: String) {
      expectDiagnostics(
        of: "@RuleObject \(type)",
        [
          DiagnosticSpec(
            message: message, line: 1, column: 1,
            fixIts: [FixItSpec(message: "remove `@RuleObject`")])
        ],
        fixed: type, isConforming: type.contains("Animal"))
    }

    @Test func `a type that the level of the file does not see`() {
      expectDiagnostics(
        of: """
          struct Shop {
            @RuleObject private struct Cart {}
          }
          """,
        [
          DiagnosticSpec(
            message: "what a macro writes stands outside, and does not see what is `private` "
              + "inside of a type: write `fileprivate`", line: 2, column: 15,
            fixIts: [FixItSpec(message: "write `fileprivate`")])
        ],
        fixed: """
          struct Shop {
            @RuleObject fileprivate struct Cart {}
          }
          """)
    }

    @Test func `keys that a schema does not have`() {
      expectDiagnostics(
        of: """
          @RuleKeys extension DynamicEnvironmentPaths {
            #if DEBUG
            @RuleKey var a: Int = 1
            #endif
          }
          """,
        [
          DiagnosticSpec(
            message: "keys inside `#if` are not in the schema: put them into an extension of "
              + "their own", line: 2, column: 3, severity: .warning)
        ])
    }
  }
#endif
