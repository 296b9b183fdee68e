/// The view of a structure without a view of its own: its stored members, by reflection.
struct ReflectedView: LuaView {
  private let mirror: Mirror
  let subject: Any

  init(_ subject: Any) {
    self.subject = subject
    mirror = Mirror(reflecting: subject)
  }

  var shape: LuaViewShape { .members }
  var count: Int { mirror.children.count { $0.label != nil } }
  var keys: [LuaValue] { names.map { .string($0) } }

  func member(_ key: LuaValue) -> LuaViewMember {
    let child = key.name.flatMap { name in
      mirror.children.first { $0.label?.utf8.elementsEqual(name.utf8) == true }
    }
    if let child { return .value(child.value) }
    return .unknown(
      members: names,
      note: "only stored properties are visible: make the type a RuleObject to show more")
  }

  private var names: [String] {
    mirror.children.compactMap(\.label).sortedByBytes()
  }
}
