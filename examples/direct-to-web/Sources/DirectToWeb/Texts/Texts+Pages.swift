extension Texts {
  /// The texts of pages that show rows.
  static let pages: [String: String] = [:]
}
