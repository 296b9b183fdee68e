import LuaBridge
import Testing

@testable import LuaRules

/// What Lua holds views of, without an evaluation around it.
struct ViewTableTests {
  private func handle(_ push: LuaPush) throws -> ObjectHandle {
    guard case .view(let handle, _, _, _) = push else {
      Issue.record("\(push) is no view")
      throw RuleError(.runtime, "no view")
    }
    return handle
  }

  private func view(of value: Any) throws -> any LuaView {
    guard case .view(let view) = LuaRepresentation(of: value) else {
      throw RuleError(.runtime, "no view")
    }
    return view
  }

  @Test func `the context has the first handle`() throws {
    let views = ViewTable()
    #expect(views.contains(.context))
    #expect(!views.contains(ObjectHandle(index: 1)))
    let list = try handle(views.add(view(of: [1, 2])))
    #expect(views.contains(list) && list != .context)
    #expect(views[list].subject as? [Int] == [1, 2])
    views.removeAll()
    #expect(views.contains(.context) && !views.contains(list))
  }

  @Test func `a handle from elsewhere stands for nothing`() throws {
    let views = ViewTable()
    let strange = ObjectHandle(index: 7)
    guard case .missing = views.content(of: strange) else {
      Issue.record("something is there")
      return
    }
    guard case .lua(.nil) = views.rawAnswer(of: strange) else {
      Issue.record("something comes out")
      return
    }
    #expect(views.grantedPart(of: strange) == nil)
    try views.refuseParts(in: .object(strange))
    try views.refuseListing(strange)
  }

  @Test func `what is limited is a view of its own`() throws {
    let views = ViewTable()
    let push = try views.add(view(of: ["title": "Buy beer", "price": "3"]))
    let whole = try handle(push)
    let limited = try handle(views.limit(push, to: NameTree(["title"]), at: "todo"))
    #expect(limited != whole)
    #expect(views.grantedPart(of: whole) == nil)
    #expect(views.grantedPart(of: limited)?.path == "todo")
    try views.refuseListing(whole)
    #expect(throws: RuleError.self) { try views.refuseListing(limited) }
    try views.refuseParts(in: .table(LuaTable(elements: [.object(whole)])))
    let error = #expect(throws: RuleError.self) {
      try views.refuseParts(in: .table(LuaTable(elements: [.integer(1), .object(limited)])))
    }
    #expect(error?.code == .notGranted)
  }

  @Test func `a scalar cannot be limited to parts`() {
    let error = #expect(throws: RuleError.self) {
      try ViewTable().limit(.value(.integer(1)), to: NameTree(["title"]), at: "todo")
    }
    #expect(error?.message.contains("todo") == true)
  }

  @Test func `copies are counted together, up to the limit`() throws {
    let views = ViewTable()
    let list = try handle(views.add(view(of: [1, 2, 3])))
    let twice = LuaValue.table(LuaTable(elements: [.object(list), .object(list)]))
    let both = LuaValue.table(LuaTable(elements: [.list(1, 2, 3), .list(1, 2, 3)]))
    #expect(try views.expanded(twice, limit: 8).isEqual(to: both))
    views.beginCopying()
    #expect(throws: ConversionError.self) { try views.expanded(twice, limit: 7) }
    views.beginCopying()
    _ = try views.expanded(twice, limit: 8)
  }

  @Test func `a secret is masked in a copy`() throws {
    let views = ViewTable()
    let list = try handle(views.add(view(of: [1, 2, 3]), isSecret: true))
    #expect(
      try views.expanded(.object(list), limit: 100, isMasked: true).isEqual(
        to: .string(Redaction.text)))
    #expect(try views.expanded(.object(list), limit: 100).isEqual(to: .list(1, 2, 3)))
  }

  @Test func `the context cannot be copied into a value`() {
    #expect(throws: ConversionError.self) { try ViewTable().expanded(.object(.context), limit: 9) }
  }
}

extension LuaValue {
  fileprivate static func list(_ integers: Int64...) -> LuaValue {
    .table(LuaTable(elements: integers.map { .integer($0) }))
  }
}
