extension RulePath {
  /// The path of a member.
  public subscript<Member>(
    dynamicMember member: any KeyPath<Value, Member> & Sendable
  ) -> RulePath<Member> {
    self.member(place.member(member)) { [read] in read($0)?[keyPath: member] }
  }

  /// The path of an optional member; continue with `?`.
  public subscript<Member>(
    dynamicMember member: any KeyPath<Value, Member?> & Sendable
  ) -> RulePath<Member>? {
    self.member(place.member(member)) { [read] in read($0)?[keyPath: member] }
  }

  /// Returns the path of a member; rules may also have that path as their key.
  private func member<Member>(
    _ place: RulePlace, _ read: @escaping @Sendable (RuleContext) -> Member?
  ) -> RulePath<Member> {
    guard !self.place.isRoot, let path = place.path else { return RulePath<Member>(place, read) }
    let key = KeyID(path)
    return RulePath<Member>(place) { context in
      guard context.mayAnswer(for: key) else { return read(context) }
      do throws(RuleError) {
        return try context.value(at: path, as: Member?.self)
      } catch {
        context.report(error)
        return nil
      }
    }
  }
}

extension RuleContext {
  /// Whether a value is set, or a rule exists, for the path itself.
  fileprivate func mayAnswer(for path: KeyID) -> Bool {
    values[path] != nil
      || model.links.contains { $0.current.contains { $0.candidates[path.name] != nil } }
  }
}
