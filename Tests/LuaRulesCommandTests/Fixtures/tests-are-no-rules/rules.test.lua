return {
  context = { a = 1 },
  { "a test", expect = { a = 1 } },
}
