-- expect: module
return require("a\0b")
