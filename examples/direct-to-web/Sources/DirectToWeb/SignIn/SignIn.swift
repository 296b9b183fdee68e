import LuaRules

/// The user who sent a request.
public struct SignedInUser: Sendable {
  /// The name; nil in the session of the one-time link.
  public let name: String?
  /// What rules see as `user`.
  public let record: RuleRecord
  /// Whether the user has a password here, and may change it.
  public var hasPassword = false
}

/// Signs users in and out, and tells who has a session.
///
/// Each question looks at the file of users, so a session ends as soon as the user's entry changes, and
/// a session by the one-time link as soon as there are users. While the file is broken nobody is
/// signed in.
public struct SignIn: Sendable {
  /// What came of an attempt to sign in.
  public enum Outcome: Hashable, Sendable {
    /// The session with this token began.
    case signedIn(token: String)
    /// Name and password do not belong together.
    case refused
    /// Too many failures; nobody looked at the password.
    case wait(Duration)
  }

  /// The users.
  public let users: UserFile
  /// The sessions.
  public let sessions: Sessions
  let hasher: PasswordHasher
  private let throttle: Throttle
  private let link: OneTimeLink?

  /// Makes a sign-in.
  ///
  /// - Parameters:
  ///   - users: The users.
  ///   - sessions: The sessions.
  ///   - hasher: Checks passwords.
  ///   - throttle: Slows down guessing.
  ///   - link: The one-time link, for a server that had no users at its start.
  public init(
    users: UserFile, sessions: Sessions = Sessions(), hasher: PasswordHasher = PasswordHasher(),
    throttle: Throttle = Throttle(), link: OneTimeLink? = nil
  ) {
    self.users = users
    self.sessions = sessions
    self.hasher = hasher
    self.throttle = throttle
    self.link = link
  }

  /// Checks a name and a password, and begins a session.
  ///
  /// - Parameters:
  ///   - name: The name, as it was typed.
  ///   - password: The password, as it was typed.
  ///   - address: The address of the client, in text.
  ///   - old: The token that came with the request; its session ends.
  /// - Returns: The token of the session, or why there is none.
  /// - Throws: ``DirectToWebError`` with code `usersUnreadable` when the file is broken, `busy` when too
  ///   many passwords wait to be checked.
  public func signIn(
    name: String, password: String, address: String, replacing old: String? = nil
  ) async throws -> Outcome {
    let list = try users.list()
    if let wait = throttle.begin(name: name, address: address) { return .wait(wait) }
    let user = list[name]
    let isRight: Bool
    do {
      isRight = try await hasher.verify(
        password, against: user?.password, decoy: list.users.first?.password.cost)
    } catch {
      throttle.cancelled(name: name, address: address)
      throw error
    }
    guard isRight, let user else { return .refused }
    throttle.succeeded(name: name, address: address)
    let owner = SessionOwner.user(name: user.name, fingerprint: try user.fingerprint)
    return .signedIn(token: sessions.begin(owner, replacing: old))
  }

  /// Begins a session with the token of the one-time link.
  ///
  /// Returns the token of the session; nil when the link is used up, too old or another one, and when
  /// there are users by now. The page should redirect, so that the link's token leaves the address bar.
  ///
  /// - Throws: ``DirectToWebError`` with code `usersUnreadable`.
  public func open(link text: String, replacing old: String? = nil) throws -> String? {
    guard let link, try users.list().users.isEmpty, link.use(text) else { return nil }
    return sessions.begin(.local, replacing: old)
  }

  /// Returns who has the session with a token; nil for nobody.
  ///
  /// - Throws: ``DirectToWebError`` with code `usersUnreadable`; `ConversionError` of LuaRules when a
  ///   member cannot be shown to rules.
  public func user(token: String) throws -> SignedInUser? {
    guard let owner = sessions.owner(of: token) else { return nil }
    let list = try users.list()
    switch owner {
    case .local where list.users.isEmpty:
      return SignedInUser(name: nil, record: try Self.localRecord())
    case .user(let name, let fingerprint):
      if let user = list[name], try user.fingerprint == fingerprint {
        return SignedInUser(
          name: user.name, record: try list.record(of: user), hasPassword: true)
      }
    case .local: break
    }
    sessions.end(token)
    return nil
  }

  /// Returns the user that a ``TrustedProxy`` names, with the members of the entry if there is one; nil
  /// for a text that is no name.
  ///
  /// - Throws: as ``user(token:)``.
  public func user(ofProxy name: String) throws -> SignedInUser? {
    guard User.isName(name) else { return nil }
    let list = try users.list()
    let record = try list[name].map { try list.record(of: $0) } ?? list.record(named: name)
    return SignedInUser(name: name, record: record)
  }

  /// Ends the session with a token.
  public func signOut(token: String) { sessions.end(token) }

  private static func localRecord() throws -> RuleRecord {
    let layout = RecordLayout(members: [("name", String.self), ("isLocal", Bool.self)])
    return try RuleRecord(layout, values: ["local", true])
  }
}
