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

/** Two texts for the same path. */
export const makeCanary = (rule: string, path: string, bad: string, twin: string): LintCanary => ({
  rule,
  at: path,
  bad,
  twin,
})
