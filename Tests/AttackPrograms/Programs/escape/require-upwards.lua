-- expect: module
return require("..secret")
