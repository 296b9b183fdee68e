extension Optional {
  /// The value for a template, or `false`: a name without a value is looked for in the parts around it.
  var orFalse: Any { map { $0 as Any } ?? false }
}
