/** Why a submitted annotation is not taken, each counted once: under the first of these that is so. */
export const notTakenReasons = [
  /** With `since`: neither new nor itself changed. */
  'notNew',
  /** By origin, generation, person, time, slice or subject. */
  'otherFilters',
  'unfinished',
  'gold',
  'screening',
  'irregular',
  /** The next five by a consensus: choices among options, where no two people label the same solution. */
  'stepChoice',
  /** Of steps that were cut anew since. */
  'otherSteps',
  /** Votes on the first error are even: the solution waits among the disagreements. */
  'tied',
  /** With `adjudicated` and `leave-out`: nobody has ruled on the solution. */
  'notRuled',
  /** By a consensus: not the newest of its solution by the same person. */
  'again',
  /** With `latest`: not the newest of its solution. */
  'older',
] as const
export type NotTakenReason = (typeof notTakenReasons)[number]
