/// What a name of an expression is in Lua.
struct LuaBinding: Sendable {
  /// The variable or path.
  let lua: String
  let type: FEELType
  var mayBeNull = true
  /// The parameters of a function that is known.
  var parameters: [FEELParameter]?
  /// What the name stands for, if that is a function or has some.
  var function: FEELExpression?
  /// Why the name cannot be used.
  var refusal: String?
}

/// The names in scope while an expression is written, from the innermost to the outermost.
struct LuaScope {
  private enum Frame {
    case name(String, LuaBinding)
    /// The element of a filter, whose members are names.
    case element(String, FEELType)
  }

  private var frames: [Frame] = []
  private var locals: Set<String> = []
  /// Names that no local variable may have.
  private let reserved: Set<String>

  init(reserved: Set<String> = []) { self.reserved = reserved }

  mutating func bind(_ name: String, _ binding: LuaBinding) {
    frames.append(.name(name, binding))
  }

  /// Adds a local variable for a name, and returns its name in Lua.
  mutating func local(
    _ name: String, _ type: FEELType, mayBeNull: Bool = true, parameters: [FEELParameter]? = nil
  ) -> String {
    let lua = LuaName.unique(LuaName.camel(name), among: &locals, reserved: reserved)
    bind(
      name,
      LuaBinding(lua: lua, type: type, mayBeNull: mayBeNull, parameters: parameters))
    return lua
  }

  /// Adds the element of a filter.
  mutating func element(_ type: FEELType) -> String {
    let lua = LuaName.unique("item", among: &locals, reserved: reserved)
    frames.append(.element(lua, type))
    return lua
  }

  /// What a name is; `nil` for an unknown one.
  func binding(of name: String) -> LuaBinding? {
    /// Elements that may have such a member, and those among them whose members are not declared.
    var (candidates, unknown): ([String], [String]) = ([], [])
    for frame in frames.reversed() {
      switch frame {
      case .name(let known, let binding):
        guard known == name else { continue }
        return Self.binding(binding, ofMember: name, unlessIn: unknown)
      case .element(let lua, let type):
        if name == "item", type.member(name) == nil {
          return LuaBinding(lua: lua, type: type)
        }
        if let member = type.member(name) {
          return Self.binding(
            LuaBinding(lua: Self.member(name, of: lua), type: member), ofMember: name,
            unlessIn: unknown)
        }
        switch type.base {
        case .context(let members) where !members.isEmpty: candidates.append(lua)
        case .any, .context:
          candidates.append(lua)
          unknown.append(lua)
        default: continue
        }
      }
    }
    guard let last = candidates.popLast() else { return nil }
    // A name that only elements may have: of the innermost that has it.
    return Self.binding(
      LuaBinding(lua: Self.member(name, of: last), type: .any), ofMember: name, unlessIn: candidates
    )
  }

  /// A binding, unless an element within has such a member, from the innermost to the outermost.
  private static func binding(
    _ binding: LuaBinding, ofMember name: String, unlessIn elements: [String]
  ) -> LuaBinding {
    elements.reversed().reduce(binding) { outer, element in
      LuaBinding(
        lua: "feel.pick(\(element), \(CellValue.text(name).lua), \(outer.lua))", type: .any,
        refusal: outer.refusal)
    }
  }

  private static func member(_ name: String, of lua: String) -> String {
    "feel.get(\(lua), \(CellValue.text(name).lua))"
  }
}
