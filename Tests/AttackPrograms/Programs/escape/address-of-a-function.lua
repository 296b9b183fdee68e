-- expect: value function
return tostring(print)
