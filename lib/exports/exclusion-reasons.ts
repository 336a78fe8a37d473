/** Why a submitted annotation is excluded. Each is counted once, under the first reason that applies. */
export const exclusionReasons = [
  /** With `since`: neither new nor changed. */
  'unchanged',
  /** Does not match origin, round, annotator, time, slice or subject. */
  'filtered',
  'unfinished',
  'gold',
  'screening',
  'irregular',
  /** Consensus: in the step-choice flow. The next four are for a consensus too. */
  'stepChoice',
  /** Rates steps that changed since. */
  'outdatedSteps',
  /** The vote on the first error is tied. */
  'tied',
  /** With `adjudicated` and fallback `exclude`: the solution has no adjudication. */
  'notAdjudicated',
  /** Not the annotator's newest for this solution. */
  'duplicateAnnotator',
  /** With `latest`: not the newest of its solution. */
  'notLatest',
] as const
export type ExclusionReason = (typeof exclusionReasons)[number]
