-- expect: budget
return (("x1"):rep(3000)):find("[%w_]*[%w_]*[%w_]*[%w_]*!")
