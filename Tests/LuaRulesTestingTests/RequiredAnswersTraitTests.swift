import LuaRules
import LuaRulesTesting
import Testing

@Suite(.ruleContext(try .tested()), .answersRequired(except: \.badge))
struct RequiredAnswersTraitTests {
  @Test func `a default is an issue that tells which rules did not answer`() throws {
    let issues = issues { #expect(RuleContext.current.fancyColor == .black) }
    let issue = try #require(issues.first)
    #expect(issues.count == 1)
    #expect(
      issue.text == """
        nothing gives `fancyColor`, so it has the default, "black": it is not set, and none of \
        its 2 rules answered
          rules/todo.lua:2 `calm`: not matched (priority 100, complexity 1; declared before the next)
            `todo.priority = "low"`: was nil
            2 | { key = "fancyColor", name = "calm", when = { todo = { priority = "low" } }, value = "gray" },
              |                                                        ^^^^^^^^
          rules/todo.lua:3: not matched (priority 100, complexity 1)
            `todo.priority = "high"`: was nil
            3 | { key = "fancyColor", when = { todo = { priority = "high" } }, value = "red" },
              |                                         ^^^^^^^^
          todo is null, the default: no rule gave it
        """)
    #expect(issue.sourceLocation == Test.current?.sourceLocation)
  }

  @Test(.ruleValue(\.todo, Todo(title: "Tea", priority: "low")))
  func `answers of rules and set values are no issues`() {
    #expect(RuleContext.current.fancyColor == .gray)
    #expect(RuleContext.current.todo?.title == "Tea")
  }

  @Test(.ruleContext(RuleContext(.empty)))
  func `a key without rules is told`() {
    let issues = issues { #expect(RuleContext.current.title == "untitled") }
    #expect(
      issues.map(\.text) == [
        """
        nothing gives `title`, so it has the default, "untitled": it is not set, and no rule \
        is for it
        """
      ])
  }

  @Test func `an exception of the suite may have its default`() {
    #expect(RuleContext.current.badge == nil)
  }

  @Test(.answersRequired(except: "fancyColor"))
  func `exceptions of a test add to those of the suite`() {
    #expect(RuleContext.current.badge == nil)
    #expect(RuleContext.current.fancyColor == .black)
  }

  @Test func `each key is told once`() throws {
    let issues = issues {
      for _ in 0..<10 { #expect(RuleContext.current.fancyColor == .black) }
      _ = try RuleContext.current.value(for: \.fancyColor)
      _ = try RuleContext.current.answer(at: "fancyColor", as: Color.self)
    }
    #expect(issues.count == 1)
  }

  @Test(.ruleValue(\.todo, Todo(title: "Tea", priority: "normal")))
  func `a copy of the context is observed, too`() {
    let context = RuleContext.current.with(\.title, "Tea")
    let issues = issues { #expect(context.fancyColor == .black) }
    #expect(issues.count == 1)
  }

  @Test(.ruleContext(RuleContext(try RuleModel(text: "return {{ key = 'title', value = 3 }}"))))
  func `an error that an accessor replaces by a default is an issue`() throws {
    let issues = issues { #expect(RuleContext.current.title == "untitled") }
    #expect(issues.map(\.text) == ["an accessor met this error, and gave the default of its key"])
    #expect((issues.first?.error as? RuleError)?.code == .wrongType)
  }

  @Suite struct Inner {
    @Test func `a suite inside has the trait, too`() {
      let issues = issues { #expect(RuleContext.current.fancyColor == .black) }
      #expect(issues.count == 1)
      #expect(RuleContext.current.badge == nil)
    }
  }

  @Test func `a path that is no accessor is an error`() async throws {
    let trait: RequiredAnswersTrait = .answersRequired(except: \.title.count)
    let test = try #require(Test.current)
    let error = await #expect(throws: RuleError.self) {
      try await trait.provideScope(for: test, testCase: nil) { Issue.record("it is run") }
    }
    #expect(error?.code == .notAnAccessor)
  }
}

@Suite struct RequiringAnswersTests {
  @Test func `a context of the test's own tells at its line`() throws {
    let line = #line + 1
    let context = try RuleContext.tested().requiringAnswers(except: \.badge)
    let issues = issues {
      #expect(context.fancyColor == .black)
      #expect(context.badge == nil)
    }
    #expect(issues.map(\.sourceLocation?.line) == [line])
  }

  @Test func `a single rule is told as one`() throws {
    var context = try RuleContext.tested().requiringAnswers()
    context.todo = Todo(title: "Tea", priority: "low")
    let issues = issues { #expect(context.title == "untitled") }
    let start = """
      nothing gives `title`, so it has the default, "untitled": it is not set, and its one \
      rule did not answer
        rules/todo.lua:4: not matched
      """
    #expect(issues.first?.text.hasPrefix(start) == true)
  }

  @Test func `a context with a handler of errors keeps it`() throws {
    var context = RuleContext(try RuleModel(text: "return {{ key = 'title', value = 3 }}"))
    context.onError = { #expect($0.code == .wrongType) }
    #expect(context.requiringAnswers().title == "untitled")
  }

  @Test func `a path that is no accessor is an issue`() throws {
    let issues = issues { _ = RuleContext(.empty).requiringAnswers(except: \.title.count) }
    #expect((issues.first?.error as? RuleError)?.code == .notAnAccessor)
  }
}
