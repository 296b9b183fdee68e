import LuaBridge

extension Access {
  /// Returns the text of an answer for people: JSON, short, and without secrets.
  ///
  /// A case of an enumeration is its bare name, as a message lists it. What has
  /// no JSON form is named.
  func printed(_ answer: Answer, named name: String) -> String {
    if isSecret(name) { return Mask.text }
    let type = declaredType(at: name)
    let copy = try? expanded(
      LuaValue(copying: answer.payload, isMasked: true, opaque: handle(of:)), isMasked: true)
    guard let value = copy?.masked(as: type) else { return "a value without a form in Lua" }
    let text: String
    if case .string(let word) = value, case .enumeration = type.withoutNull {
      text = word
    } else {
      let json = try? JSON.write(value) { [self] handle in
        subject(of: handle).map { String(describing: $0) }
      }
      text = json ?? value.literal
    }
    return knownSecrets.masking(text).shortened(to: Self.longestPrinted)
  }

  /// How many characters of a value are printed.
  private static let longestPrinted = 60
}

extension LuaValue {
  /// The value with the mask in place of the members that a type calls secret.
  fileprivate func masked(as type: ValueType) -> LuaValue {
    guard type.hasSecrets, case .table(var table) = self else { return self }
    let type = type.withoutNull
    for index in table.elements.indices {
      table.elements[index] = table.elements[index].masked(as: type.elementType)
    }
    for index in table.fields.indices {
      let (name, value) = table.fields[index]
      table.fields[index].value =
        type.isSecret(at: [name])
        ? .string(Mask.text) : value.masked(as: type.type(ofMember: name))
    }
    return .table(table)
  }
}

extension String {
  /// The text, cut with a sign of it when it is longer.
  func shortened(to length: Int) -> String {
    count > length ? prefix(length) + "…" : self
  }
}
