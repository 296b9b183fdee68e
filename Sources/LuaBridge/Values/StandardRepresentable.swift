/// A type of the standard library whose Lua form depends on its content.
///
/// It is not ``LuaConvertible``, because the conversion back needs a
/// ``LuaConverter``, which knows the objects of the evaluation.
protocol StandardRepresentable {
  /// The Lua form of the value.
  var standardRepresentation: LuaRepresentation { get }
}

extension Optional: StandardRepresentable {
  var standardRepresentation: LuaRepresentation {
    switch self {
    case .none: .value(.nil)
    case .some(let wrapped): LuaRepresentation(of: wrapped)
    }
  }
}

extension AnyHashable: StandardRepresentable {
  var standardRepresentation: LuaRepresentation { LuaRepresentation(of: base) }
}

extension StaticString: StandardRepresentable {
  var standardRepresentation: LuaRepresentation { .value(.string(description)) }
}

extension Array: StandardRepresentable {
  var standardRepresentation: LuaRepresentation { .view(ListView(self, subject: self)) }
}

extension ArraySlice: StandardRepresentable {
  var standardRepresentation: LuaRepresentation { .view(ListView(self, subject: self)) }
}

extension ContiguousArray: StandardRepresentable {
  var standardRepresentation: LuaRepresentation { .view(ListView(self, subject: self)) }
}

extension Set: StandardRepresentable {
  var standardRepresentation: LuaRepresentation {
    .view(ListView(LuaOrder.sorted(self), subject: self))
  }
}

extension Dictionary: StandardRepresentable {
  var standardRepresentation: LuaRepresentation {
    guard DictionaryKeys.areVisible(Key.self) else { return .opaque(self) }
    return .view(DictionaryView(self))
  }
}

// Rules must not see an address, which reveals something about the process.

extension ObjectIdentifier: StandardRepresentable {
  var standardRepresentation: LuaRepresentation { .opaque(self) }
}
