-- expect: module
return require("string")
