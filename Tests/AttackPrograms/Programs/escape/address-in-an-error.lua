-- expect: runtime
error({})
