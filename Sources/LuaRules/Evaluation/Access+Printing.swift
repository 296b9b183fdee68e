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

extension String {
  /// The text, cut with a sign of it when it is longer.
  func shortened(to length: Int) -> String {
    count > length ? prefix(length) + "…" : self
  }
}
