/** A change that removes one guard from the sources, and the test that must fail with it. */
export interface Mutation {
  name: string
  /** From the root of the repository. */
  file: string
  /** Occurs in the file exactly once. */
  from: string
  to: string
  /** Other changes that the mutation needs in the same file. */
  also?: readonly { from: string; to: string }[]
  /**
   * `name`: part of the name of the test or of its `describe`, as the file has it; one failing test of that name is enough.
   * `only`: the full name of one test, where `test.each` makes many.
   */
  test: { file: string; name: string; only?: string }
  /** The mutation makes its test wait forever, so a timeout counts as a failure. */
  hangs?: true
  /** What goes wrong without the guard. */
  why: string
}
