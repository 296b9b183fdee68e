extension String {
  /// Whether the key is a path, such as `order.total`.
  var isPathKey: Bool { utf8.contains(UInt8(ascii: ".")) }

  /// The last name of a path.
  var lastName: String {
    split(separator: ".").last.map { String($0.prefix { $0 != "[" }) } ?? self
  }
}
