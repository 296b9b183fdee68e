#if ServiceLifecycle
  public import ServiceLifecycle

  /// A live model is a service, with the package trait `ServiceLifecycle`: its
  /// ``LiveRuleModel/run()`` ends with a graceful shutdown, too.
  extension LiveRuleModel: Service {}
#endif
