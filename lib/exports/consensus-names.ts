/**
 * How to export several annotations of a solution. `each`: one row each. `latest`: the newest. The
 * others combine them into one row with one first error.
 */
export const consensusNames = ['latest', 'each', 'majority', 'dawid-skene', 'adjudicated'] as const
export type ConsensusName = (typeof consensusNames)[number]

export const votingNames = [
  'majority',
  'dawid-skene',
  'adjudicated',
] as const satisfies readonly ConsensusName[]
export type VotingName = (typeof votingNames)[number]

/** With `adjudicated`: the rule for solutions without an adjudication. */
export const fallbackNames = ['majority', 'dawid-skene', 'latest', 'exclude'] as const
export type FallbackName = (typeof fallbackNames)[number]
export const defaultFallback = 'majority' satisfies FallbackName

/** Lists the annotations behind each row. */
export const consensusFileName = 'consensus.jsonl'

/** Increases when a rule gives different rows for the same annotations. */
export const consensusVersions = {
  majority: 1,
  'dawid-skene': 2,
  adjudicated: 1,
} as const satisfies Record<VotingName, number>

export function isVoting(name: ConsensusName): name is VotingName {
  return votingNames.some((voting) => voting === name)
}

/** Why this format can't have combined rows; null if it can. */
export function findStepmarkFormatError(format: string, consensus: ConsensusName): string | null {
  if (format !== 'stepmark' || !isVoting(consensus)) return null
  return (
    `The format stepmark has one annotation per line, so it can’t have combined rows (${consensus}). ` +
    'Use consensus each or latest, or another format.'
  )
}
