-- expect: runtime
return next({}, 0 / 0)
