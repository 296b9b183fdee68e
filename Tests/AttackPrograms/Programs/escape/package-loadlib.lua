-- expect: undefined-global package
return package.loadlib("libc.so.6", "system")
