#if canImport(SwiftUI)
  public import LuaRules
  public import SwiftUI

  /// A key of type `AnyView` takes any view that a host function makes.
  extension AnyView: TypeErasingBox {
    /// Creates a box around a view; `nil` for what is no view.
    public nonisolated init?(boxing value: Any) {
      guard let view = value as? any View else { return nil }
      self = Self.erasing(view)
    }

    private nonisolated static func erasing(_ view: some View) -> AnyView { AnyView(view) }
  }
#endif
