/// Compares a layout with what Swift itself reports about a type and a value.
enum LayoutCheck {
  /// Returns whether the stored members lie inside a value of the type, correctly aligned.
  static func fit<Value>(_ members: LayoutMembers, into type: Value.Type) -> Bool {
    members.all.allSatisfy { member in
      guard case .stored(let offset, let type) = member.source else { return true }
      func fits<Member>(_ type: Member.Type) -> Bool {
        offset >= 0 && offset % MemoryLayout<Member>.alignment == 0
          && offset + MemoryLayout<Member>.size <= MemoryLayout<Value>.size
      }
      return _openExistential(type, do: fits)
    }
  }

  /// Returns whether the stored members of a value equal what `Mirror` shows for their names.
  static func agrees<Value>(_ members: LayoutMembers, _ value: Value) -> Bool {
    guard !(Value.self is any MemberListing.Type) else { return true }
    let children = Mirror(reflecting: value).children
    guard children.count == members.all.count else { return false }
    return unsafe withUnsafePointer(to: value) { place in
      children.allSatisfy { child in
        guard let name = child.label, case let position = members.position(of: name), position > 0
        else { return false }
        guard case .stored(let offset, let type) = members.all[Int(position) - 1].source else {
          return true
        }
        return unsafe isSame(UnsafeRawPointer(place) + offset, type, child.value)
      }
    }
  }

  /// Returns whether memory holds the scalar that `Mirror` shows; other values are not compared.
  private static func isSame(
    _ address: UnsafeRawPointer, _ type: Any.Type, _ shown: Any
  ) -> Bool {
    func compare<Member>(_ type: Member.Type) -> Bool {
      guard Swift.type(of: shown) == type, let shown = shown as? Member else {
        // An existential, a subclass, or an optional: `Mirror` shows its content.
        return true
      }
      let stored = unsafe address.assumingMemoryBound(to: type).pointee
      guard case .value(let left) = LuaRepresentation(of: stored),
        case .value(let right) = LuaRepresentation(of: shown)
      else { return true }
      if case .number(let number) = left, number.isNaN { return true }
      return left.isRawEqual(to: right)
    }
    return _openExistential(type, do: compare)
  }
}
