-- expect: runtime
error({ code = 7 })
