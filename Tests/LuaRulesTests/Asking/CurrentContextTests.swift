import LuaRules
import Testing

private struct IntKey: DynamicEnvironmentKey { static let defaultValue = 1 }

extension DynamicEnvironmentPaths {
  fileprivate var int: Int {
    get { self[dynamic: IntKey.self] }
    set { self[dynamic: IntKey.self] = newValue }
  }
}

private struct Row {
  @DynamicEnvironment(\.int) var number: Int
}

private final class Cell {
  @DynamicEnvironment(\.int) var number: Int
}

private actor Reader {
  @DynamicEnvironment(\.int) var number: Int
  func read() -> Int { number }
}

@MainActor private final class Screen {
  @DynamicEnvironment(\.int) var number: Int
}

private struct Failure: Error {}

struct CurrentContextTests {
  private var number: Int { RuleContext.current.int }

  @Test func `the current context is overridden, and restored`() async {
    #expect(number == 1)
    await withRuleValue(\.int, 2) {
      #expect(number == 2)
      withRuleValue(\.int, 3) { #expect(number == 3) }
      #expect(number == 2)
      await withRuleValue(\.int, 4) {
        await Task.yield()
        #expect(number == 4)
      }
      #expect(number == 2)
    }
    #expect(number == 1)
  }

  @Test func `it is restored after an error, too`() async {
    #expect(throws: Failure.self) { try withRuleValue(\.int, 2) { throw Failure() } }
    #expect(number == 1)
    await #expect(throws: Failure.self) {
      try await withRuleValue(\.int, 2) {
        await Task.yield()
        throw Failure()
      }
    }
    #expect(number == 1)
  }

  @Test func `child tasks and tasks inherit it, detached ones do not`() async {
    await withRuleValue(\.int, 2) {
      async let child = RuleContext.current.int
      #expect(await child == 2)
      await withTaskGroup(of: Int.self) { group in
        group.addTask { Row().number }
        group.addTask { withRuleValue(\.int, 2) { Row().number } }
        for await number in group { #expect(number == 2) }
      }
      #expect(await Task { RuleContext.current.int }.value == 2)
      #expect(await Task.detached { RuleContext.current.int }.value == 1)
    }
  }

  @Test func `what a child overrides is not seen by its parent or its siblings`() async {
    await withRuleValue(\.int, 2) {
      async let first = withRuleValue(\.int, 3) {
        await Task.yield()
        return RuleContext.current.int
      }
      async let second = RuleContext.current.int
      #expect(await (first, second) == (3, 2))
      #expect(number == 2)
    }
  }

  @Test func `a dynamic property reads it in structures, classes and actors`() async {
    let (row, cell, reader) = (Row(), Cell(), Reader())
    let screen = Screen()
    await withRuleValue(\.int, 2) {
      #expect((row.number, cell.number) == (2, 2))
      #expect(await reader.read() == 2)
      #expect(await reader.number == 2)
      #expect(await screen.number == 2)
    }
    #expect((row.number, cell.number) == (1, 1))
    #expect(await reader.read() == 1)
  }

  @Test func `a context is the current one for the length of the body`() throws {
    let context = RuleContext(try RuleModel(text: #"return { { key = "int", value = 9 } }"#))
    #expect(withRuleContext(context) { Row().number } == 9)
    #expect(withRuleContext(context) { withRuleValue(\.int, 5) { Row().number } } == 5)
  }

  @Test func `results and errors of a body come out`() async throws {
    #expect(withRuleValue(\.int, 2) { "result" } == "result")
    #expect(await withRuleContext(RuleContext(.empty)) { await Task { 7 }.value } == 7)
  }
}
