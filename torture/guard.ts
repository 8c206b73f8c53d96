/** A line of code that keeps a promise, and the tests that fail without it. */
export interface Guard {
  name: string
  file: string
  /** What stands there, and what stands there without the guard. */
  without: [guard: string, nothing: string]
  /** The test files of which at least one test fails without it, separated by spaces. */
  tests: string
}
