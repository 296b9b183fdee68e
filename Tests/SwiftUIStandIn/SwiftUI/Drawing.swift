import Observation

/// Lines that a tree of views shows; of the check, not of SwiftUI.
///
/// As in SwiftUI, properties read the environment before a body runs, and what
/// a body itself reads is watched until it changes.
@MainActor public struct Drawing {
  /// Each text, with the color and the limit of lines that apply to it.
  public private(set) var lines: [String] = []
  private let changed: @Sendable () -> Void

  /// Draws a view; `changed` is told when what a body has read is about to change.
  public init(
    _ view: some View, in environment: EnvironmentValues = EnvironmentValues(),
    changed: @escaping @Sendable () -> Void = {}
  ) {
    self.changed = changed
    draw(view, environment)
  }

  private mutating func draw(_ view: any View, _ environment: EnvironmentValues) {
    if let primitive = view as? any Primitive {
      primitive.draw(in: environment, &self)
    } else {
      drawBody(of: view, environment)
    }
  }

  private mutating func drawBody(of view: some View, _ environment: EnvironmentValues) {
    for property in Mirror(reflecting: view).children {
      (property.value as? any EnvironmentReading)?.read(environment)
    }
    let body = withObservationTracking({ view.body }, onChange: changed)
    draw(body, environment)
  }

  fileprivate mutating func add(_ text: String, _ environment: EnvironmentValues) {
    var line = text
    if let color = environment.foregroundColor { line += " in \(color)" }
    if let limit = environment.lineLimit { line += " on \(limit) lines" }
    lines.append(line)
  }

  fileprivate mutating func add(_ view: any View, _ environment: EnvironmentValues) {
    draw(view, environment)
  }
}

/// A view without a body.
@MainActor private protocol Primitive {
  func draw(in environment: EnvironmentValues, _ drawing: inout Drawing)
}

extension EmptyView: Primitive {
  func draw(in environment: EnvironmentValues, _ drawing: inout Drawing) {}
}

extension Text: Primitive {
  func draw(in environment: EnvironmentValues, _ drawing: inout Drawing) {
    drawing.add(content, environment)
  }
}

extension Color: Primitive {
  func draw(in environment: EnvironmentValues, _ drawing: inout Drawing) {
    drawing.add("\(self)", environment)
  }
}

extension TupleView: Primitive {
  func draw(in environment: EnvironmentValues, _ drawing: inout Drawing) {
    for part in Mirror(reflecting: value).children {
      if let view = part.value as? any View { drawing.add(view, environment) }
    }
  }
}

extension _ConditionalContent: Primitive {
  func draw(in environment: EnvironmentValues, _ drawing: inout Drawing) {
    switch self {
    case .first(let view): drawing.add(view, environment)
    case .second(let view): drawing.add(view, environment)
    }
  }
}

extension Optional: Primitive where Wrapped: View {
  func draw(in environment: EnvironmentValues, _ drawing: inout Drawing) {
    if let self { drawing.add(self, environment) }
  }
}

extension VStack: Primitive {
  func draw(in environment: EnvironmentValues, _ drawing: inout Drawing) {
    drawing.add(content, environment)
  }
}

extension AnyView: Primitive {
  func draw(in environment: EnvironmentValues, _ drawing: inout Drawing) {
    unsafe drawing.add(content, environment)
  }
}

extension EnvironmentChange: Primitive {
  func draw(in environment: EnvironmentValues, _ drawing: inout Drawing) {
    var changed = environment
    change(&changed)
    drawing.add(content, changed)
  }
}
