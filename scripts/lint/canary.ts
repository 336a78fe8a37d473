/** An offending file and its harmless twin, with their paths in the repository. */
export interface LintCanary {
  /** As in .oxlintrc.json. */
  rule: string
  /** Path; a `*` in it is replaced by a unique name. */
  at: string
  bad: string
  twin: string
  /** Path of the twin, if only the path makes it harmless. */
  twinAt?: string
}
