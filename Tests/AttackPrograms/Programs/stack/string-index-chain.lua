-- expect: undefined-global
return ("x").y.z
