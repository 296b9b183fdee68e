import Testing

@testable import LuaRules

private struct IntKey: DynamicEnvironmentKey { static let defaultValue = 1 }
private struct Person: Sendable, Equatable {
  var name = "nobody"
  var age = 0
}
private struct PersonKey: DynamicEnvironmentKey { static let defaultValue = Person() }
private struct DoubledKey: DynamicEnvironmentKey { static let defaultValue = 0 }

extension DynamicEnvironmentPaths {
  fileprivate var int: Int {
    get { self[dynamic: IntKey.self] }
    set { self[dynamic: IntKey.self] = newValue }
  }
  fileprivate var person: Person {
    get { self[dynamic: PersonKey.self] }
    set { self[dynamic: PersonKey.self] = newValue }
  }
  fileprivate var nameAndInt: String { "\(person.name) \(int)" }
  fileprivate var doubled: Int { self[dynamic: DoubledKey.self] }
}

private final class Chain: RuleEnvironment, @unchecked Sendable {
  @Derived var next: Chain
  @DynamicEnvironment(\.int) var number: Int
  @Derived(aliases: { $0.aliasing(\.int, to: \.doubled) }) var renamed: Chain
}

struct RuleEnvironmentTests {
  @Test func `what is set on a node is seen below it, and nowhere above`() {
    let parent = Chain().with(\.int, 4)
    let third = parent.next.next.next
    let fifth = third.next.next
    #expect(fifth[\.int] == 4)
    parent[\.int] = 7
    #expect(fifth[\.int] == 7)
    third[\.int] = 8
    #expect(fifth[\.int] == 8)
    parent[\.int] = 9
    #expect(fifth[\.int] == 8)
    #expect(parent.next.next[\.int] == 9)
    #expect(parent[\.int] == 9)
  }

  @Test func `setting a part of what is inherited keeps the rest, and stays below`() throws {
    let parent = Chain().with(\.person, Person(name: "Ann", age: 3))
    parent.next[\.person.age] = 4
    #expect(parent.next[\.person] == Person(name: "Ann", age: 4))
    #expect(parent[\.person] == Person(name: "Ann", age: 3))
    parent[\.int] = 2
    #expect(parent.next[\.int] == 2)
    parent.next[\.person.name] = "Bob"
    #expect(parent.next[\.person] == Person(name: "Bob", age: 4))
  }

  @Test func `a path over two keys is no accessor`() throws {
    let error = #expect(throws: RuleError.self) {
      try RuleModel(text: "return {}", schema: RuleSchema(\.nameAndInt))
    }
    #expect(error?.code == .notAnAccessor)
    #expect(throws: RuleError.self) { try RuleContext(.empty).answer(for: \.nameAndInt) }
    #expect(try RuleContext(.empty).value(for: \.nameAndInt) == "nobody 1")
  }

  @Test func `a derived environment is made once, when it is asked for`() {
    let parent = Chain()
    #expect(parent.next === parent.next)
    #expect(parent.next !== parent)
    #expect(parent.next.parent === parent)
  }

  @Test func `accessors are members of an environment, for reading and for setting`() {
    let parent = Chain()
    let child = parent.next
    parent.int = 3
    #expect(parent.int == 3)
    #expect(child.int == 3)
    child.int += 1
    #expect((parent.int, child.int) == (3, 4))
    child.person.age = 5
    #expect(child.person == Person(name: "nobody", age: 5))
    #expect(parent.person.age == 0)
    #expect(child.doubled == 0)
    parent[dynamic: DoubledKey.self] = 8
    #expect(child[dynamic: DoubledKey.self] == 8)
    let retries = RuleKey("retries", default: 3)
    #expect(child[dynamic: retries] == 3)
    parent[dynamic: retries] = 4
    #expect(child[dynamic: retries] == 4)
  }

  @Test func `a path that sets no key is an error, and errors have a listener`() {
    let log = ErrorLog()
    let parent = Chain()
    parent.onError = { log.add($0) }
    parent.next[\.wantsTraceback] = true
    #expect(log.all.map(\.code) == [.notAnAccessor])
    #expect(!parent.next.context.wantsTraceback)
  }

  @Test func `a dynamic property reads the environment that it lives in`() {
    let parent = Chain().with(\.int, 5)
    #expect(parent.number == 5)
    #expect(parent.next.number == 5)
    parent.next[\.int] = 6
    #expect(parent.next.number == 6)
    #expect(parent.number == 5)
  }

  @Test func `a context taken earlier does not change`() {
    let parent = Chain().with(\.int, 5)
    let context = parent.next.context
    parent[\.int] = 6
    #expect(context.int == 5)
    #expect(parent.next.context.int == 6)
  }

  @Test func `rules of a node answer below it until a node has its own`() throws {
    let parent = Chain(try RuleModel(text: #"return { { key = "int", value = 10 } }"#))
    #expect(parent.next[\.int] == 10)
    parent.next.model = try RuleModel(text: #"return { { key = "int", value = 20 } }"#)
    #expect(parent.next.next[\.int] == 20)
    #expect(parent[\.int] == 10)
    parent.next.reset()
    #expect(parent.next.next[\.int] == 10)
  }

  @Test func `parents and children go when nobody holds them`() {
    weak var parent: Chain?
    weak var child: Chain?
    do {
      let top = Chain()
      top[\.int] = 5
      (parent, child) = (top, top.next)
      #expect(child?.next[\.int] == 5)
      #expect(child?.parent === top)
    }
    #expect(parent == nil)
    #expect(child == nil)
  }

  @Test func `a child goes on inheriting when only the child is held`() {
    func child() -> Chain { Chain().with(\.int, 5).next.next }
    #expect(child()[\.int] == 5)
    #expect(child().parent == nil)
  }

  @Test func `many threads may use one node`() async {
    let parent = Chain()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask {
          parent[\.int] = number
          _ = parent.next.next[\.int]
          _ = parent.renamed
        }
      }
    }
    #expect((0..<200).contains(parent.next[\.int]))
  }
}
