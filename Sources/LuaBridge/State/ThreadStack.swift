import CLuaSupport

/// The stack of the thread that is running.
public enum ThreadStack {
  /// Whether it is nearly used up: what nests is then left to code that says so.
  public static var isShort: Bool { lrs_isCStackShort() }
}
