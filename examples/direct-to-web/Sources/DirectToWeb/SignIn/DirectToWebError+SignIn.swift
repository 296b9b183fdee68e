extension DirectToWebError.Code {
  /// The file of users cannot be read or written, or is not in its form.
  public static let usersUnreadable = Self(rawValue: "usersUnreadable")
  /// A user cannot be added or changed as asked.
  public static let invalidUser = Self(rawValue: "invalidUser")
  /// Too many ask for the same at once.
  public static let busy = Self(rawValue: "busy")
}
