extension FormBody {
  /// The items behind the question mark of an address; none where they cannot be decoded.
  static func items(_ query: String?) -> [(name: String, value: String)] {
    (try? FormBody(decoding: Array((query ?? "").utf8)))?.fields ?? []
  }
}
