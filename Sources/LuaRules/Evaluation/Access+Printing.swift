import LuaBridge

extension Access {
  /// Returns the text of an answer for people: JSON, short, and without secrets.
  ///
  /// A case of an enumeration is its bare name, as a message lists it. What has
  /// no JSON form is named.
  func printed(_ answer: Answer, named name: String) -> String {
    let text = json(of: answer, named: name)
    if case .enumeration = declaredType(at: name).withoutNull, let word = JSON.unquoted(text) {
      return word.shortened(to: Self.longestPrinted)
    }
    return text.shortened(to: Self.longestPrinted)
  }

  /// Returns an answer as one line of JSON without secrets, or what describes it.
  func json(of answer: Answer, named name: String) -> String {
    if isSecret(name) { return Mask.text }
    let type = declaredType(at: name)
    let copy = try? copy(answer.payload, isMasked: true)
    guard let value = copy?.masked(as: type) else { return "a value without a form in Lua" }
    let description: (ObjectHandle) -> String? = { [self] handle in
      subject(of: handle).map { String(describing: $0) }
    }
    // The mask, in place of a member, is not of the member's type.
    let json =
      (try? JSON.write(value, as: type, object: description))
      ?? (try? JSON.write(value, object: description))
    return knownSecrets.masking(json ?? value.literal)
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
