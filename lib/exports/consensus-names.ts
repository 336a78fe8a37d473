/**
 * How to export several annotations of a solution. `each`: one row each. `latest`: the newest. The
 * others combine them into one row with one first error.
 */
export const consensusNames = ['latest', 'each', 'majority', 'dawid-skene', 'adjudicated'] as const
export type ConsensusName = (typeof consensusNames)[number]

export const combiningConsensusNames = [
  'majority',
  'dawid-skene',
  'adjudicated',
] as const satisfies readonly ConsensusName[]
export type CombiningConsensusName = (typeof combiningConsensusNames)[number]

/** With `adjudicated`: the rule for solutions without an adjudication. */
export const consensusFallbackNames = ['majority', 'dawid-skene', 'latest', 'exclude'] as const
export type ConsensusFallbackName = (typeof consensusFallbackNames)[number]
export const defaultConsensusFallback = 'majority' satisfies ConsensusFallbackName

/** Lists the annotations behind each row. */
export const consensusFileName = 'consensus.jsonl'

/** Increase the version of a rule when it gives different rows for the same annotations. */
export const consensusRuleVersions = {
  majority: 1,
  'dawid-skene': 2,
  adjudicated: 1,
} as const satisfies Record<CombiningConsensusName, number>

export function isCombiningConsensus(name: ConsensusName): name is CombiningConsensusName {
  return combiningConsensusNames.some((combining) => combining === name)
}

/** What the rows of a release are counted in. */
export const getRowUnit = (consensus: ConsensusName): 'solutions' | 'annotations' =>
  isCombiningConsensus(consensus) ? 'solutions' : 'annotations'

/** Why this format can't have combined rows; null if it can. */
export function findConsensusFormatError(format: string, consensus: ConsensusName): string | null {
  if (format !== 'stepmark' || !isCombiningConsensus(consensus)) return null
  return (
    `The format stepmark has one annotation per line, so it can’t have combined rows (${consensus}). ` +
    'Set consensus to “each” or “latest”, or use another format.'
  )
}
