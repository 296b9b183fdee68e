-- expect: wrong-type
return { ["\xff"] = 1 }
