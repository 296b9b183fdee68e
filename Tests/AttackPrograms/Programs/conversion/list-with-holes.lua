-- expect: wrong-type
return { 1, nil, 3, nil, 5 }
