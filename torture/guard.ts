/** A line of code that enforces a rule, and the tests that fail without it. */
export interface Guard {
  name: string
  file: string
  /** The guard's code, and the code that replaces it. */
  without: [guard: string, nothing: string]
  /** Test files with at least one test that fails without it, separated by spaces. */
  tests: string
}
