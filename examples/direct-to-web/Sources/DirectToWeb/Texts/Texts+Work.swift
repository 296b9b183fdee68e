extension Texts {
  /// The texts of what people do with rows, and of signing in.
  static let work: [String: String] = [:]
}
