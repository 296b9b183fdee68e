/// How a user's attempt to change the own password ended.
public enum PasswordChange: Hashable, Sendable {
  /// The password is another one; the session with this token takes the place of all others.
  case changed(token: String)
  /// The current password was wrong.
  case refused
  /// Too many failures; nobody looked at the password.
  case wait(Duration)
}

extension SignIn {
  /// Gives a user another password, and ends all sessions with the old one.
  ///
  /// - Parameters:
  ///   - name: The name of the user.
  ///   - current: The password until now, as it was typed.
  ///   - new: The new password.
  ///   - address: The address of the client, in text.
  /// - Returns: How it ended.
  /// - Throws: ``DirectToWebError`` with code `usersUnreadable` when the file is broken, `invalidUser` when
  ///   the entry is gone, `busy` when too many passwords wait to be checked.
  public func changePassword(
    of name: String, from current: String, to new: String, address: String
  ) async throws -> PasswordChange {
    switch try await signIn(name: name, password: current, address: address) {
    case .refused: return .refused
    case .wait(let duration): return .wait(duration)
    case .signedIn(let token): sessions.end(token)
    }
    guard let user = try users.list()[name] else {
      throw DirectToWebError(.invalidUser, "there is no user `\(name)`")
    }
    let changed = try User(
      name: user.name, password: try await hasher.hash(new), members: user.members)
    try users.change(changed)
    let owner = SessionOwner.user(name: name, fingerprint: try changed.fingerprint)
    return .changed(token: sessions.begin(owner))
  }
}
