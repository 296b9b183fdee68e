#if ServiceLifecycle
  public import ServiceLifecycle

  /// With the package trait `ServiceLifecycle`, a live model is a service: a graceful
  /// shutdown also ends its ``LiveRuleModel/run()``.
  extension LiveRuleModel: Service {}
#endif
