-- expect: unknown-host-function
return host.launch_missiles()
