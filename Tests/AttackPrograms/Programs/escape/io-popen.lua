-- expect: undefined-global io
return io.popen("id"):read("a")
