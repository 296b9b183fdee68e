-- expect: undefined-global debug
return debug.getregistry()
