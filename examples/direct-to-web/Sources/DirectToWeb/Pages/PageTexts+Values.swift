extension PageTexts: TemplateValues {
  func child(named name: String) -> Any? { Self.keys[name] == nil ? nil : self[name] }
}
