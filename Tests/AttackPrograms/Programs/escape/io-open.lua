-- expect: undefined-global io
return io.open("/etc/passwd")
