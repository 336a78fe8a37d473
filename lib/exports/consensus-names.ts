/**
 * What becomes of a solution that several people labelled. `latest`: its newest annotation. `each`: one row for each. The
 * others make one row of them all, on where the first error is.
 */
export const consensusNames = ['latest', 'each', 'majority', 'dawid-skene', 'adjudicated'] as const
export type ConsensusName = (typeof consensusNames)[number]

export const votingNames = [
  'majority',
  'dawid-skene',
  'adjudicated',
] as const satisfies readonly ConsensusName[]
export type VotingName = (typeof votingNames)[number]

/** With `adjudicated`: what becomes of a solution that nobody has ruled on. */
export const fallbackNames = ['majority', 'dawid-skene', 'latest', 'leave-out'] as const
export type FallbackName = (typeof fallbackNames)[number]
export const usualFallback = 'majority' satisfies FallbackName

/** Of a release by consensus: whose annotations each row comes from. */
export const consensusFileName = 'consensus.jsonl'

/** Goes up when a rule makes other rows of the same annotations. */
export const consensusVersions = {
  majority: 1,
  'dawid-skene': 1,
  adjudicated: 1,
} as const satisfies Record<VotingName, number>

export function isVoting(name: ConsensusName): name is VotingName {
  return votingNames.some((voting) => voting === name)
}

/** Why a consensus cannot be written in this format; null where it can. */
export function findStepmarkRefusal(format: string, consensus: ConsensusName): string | null {
  if (format !== 'stepmark' || !isVoting(consensus)) return null
  return (
    `The format stepmark says everything of one annotation, and a consensus (${consensus}) is nobody's: ` +
    'ask for each or latest, or for another format. Nothing was written.'
  )
}
