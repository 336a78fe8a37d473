/** A file that breaks a rule and a similar one that doesn't, with their paths in the repository. */
export interface LintCanary {
  /** As in .oxlintrc.json. */
  rule: string
  /** Path; a `*` in it is replaced by a unique name. */
  path: string
  badText: string
  harmlessText: string
  /** Path of the harmless file, if only the path makes it harmless. */
  harmlessPath?: string
}

/** Two texts for the same path. */
export const makeCanary = (
  rule: string,
  path: string,
  badText: string,
  harmlessText: string,
): LintCanary => ({ rule, path, badText, harmlessText })
