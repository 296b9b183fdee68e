import Mustache

/// What a template reads, by names.
///
/// The library finds a name here faster than in a dictionary: for a dictionary it looks up each time whether
/// that has names.
protocol TemplateValues: MustacheParent {}

/// Values of a dictionary for a template.
struct NamedValues: TemplateValues {
  let values: [String: Any]

  init(_ values: [String: Any]) { self.values = values }

  func child(named name: String) -> Any? { values[name] }
}
