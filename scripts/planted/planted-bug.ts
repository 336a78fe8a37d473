/** A change that takes one guard away, and the test that must fail then. */
export interface PlantedBug {
  name: string
  /** From the root of the repository. */
  file: string
  /** Stands in the file exactly once. */
  from: string
  to: string
  /** What has to change in the same file beside it. */
  also?: readonly { from: string; to: string }[]
  /**
   * `name`: words of the test's name, or of what it is in, as they stand in the file; one test of that name that fails is
   * enough. `only`: the full name of the one that is meant, where an `each` makes very many.
   */
  test: { file: string; name: string; only?: string }
  /** With the bug something waits without end: the test may fail by its time alone. */
  hangs?: true
  /** What the guard keeps out. */
  why: string
}
