/** An offending file and its harmless twin, each as it would stand in the repository. */
export interface Canary {
  /** As in .oxlintrc.json. */
  rule: string
  /** Path; a `*` in it is replaced by a name of its own. */
  at: string
  bad: string
  twin: string
  /** Where the twin stands, if only the place makes it harmless. */
  twinAt?: string
}
