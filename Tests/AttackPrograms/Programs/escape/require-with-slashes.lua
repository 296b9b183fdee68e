-- expect: module
return require("a/../../b")
