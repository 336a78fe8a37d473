import { z } from '@/lib/platform/contract'
import { formatCount } from '@/lib/platform/format'

const rankFields = { rank: z.number(), poolSize: z.number() }

/** Why a solution is queued. Stored with the item as JSON and formatted when it is shown. */
const selectionReasonField = z.discriminatedUnion('code', [
  z.object({ code: z.literal('convincing-wrong'), ...rankFields }),
  z.object({ code: z.literal('paper-80-20'), ...rankFields }),
  z.object({
    code: z.literal('weak-process'),
    minimum: z.number().nullable(),
    /** From 0. */
    step: z.number().nullable(),
  }),
  z.object({
    code: z.literal('uncertain'),
    measure: z.enum(['ensemble', 'entropy']),
    value: z.number().nullable(),
  }),
  z.object({ code: z.literal('random'), poolSize: z.number() }),
  /** Queued by an import before the first round. `pass`: rank within its problem. */
  z.object({ code: z.literal('imported-convincing-wrong'), pass: z.number() }),
  z.object({ code: z.literal('imported-wrong') }),
  z.object({ code: z.literal('imported-correct') }),
  z.object({
    code: z.literal('imported-unsure'),
    cause: z.enum(['no-reference-answer', 'no-answer', 'unsure']),
  }),
])
export type SelectionReason = z.output<typeof selectionReasonField>

/** Formats the stored reason of a queue item. Returns other text unchanged. */
export function formatStoredSelectionReason(storedReason: string): string {
  const reason = selectionReasonField.safeParse(parseJson(storedReason))
  return reason.success ? formatSelectionReason(reason.data) : storedReason
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A short clause such as "highest-scored of 9 eligible wrong answers to its problem". */
export function formatSelectionReason(reason: SelectionReason): string {
  switch (reason.code) {
    case 'convincing-wrong':
      return reason.poolSize === 1
        ? 'only eligible wrong answer to its problem'
        : `${formatScoreRank(reason.rank)} of ${formatCount(reason.poolSize)} eligible wrong answers to its problem`
    case 'paper-80-20':
      return reason.poolSize === 1
        ? 'only eligible solution to its problem'
        : `${formatRank(reason.rank)} of ${formatCount(reason.poolSize)} eligible solutions to its problem`
    case 'weak-process': {
      if (reason.minimum === null) return 'correct answer'
      const location = reason.step === null ? '' : ` at step ${reason.step + 1}`
      return `lowest step score ${formatScore(reason.minimum)}${location}`
    }
    case 'uncertain': {
      const measure = reason.measure === 'entropy' ? 'step entropy' : 'ensemble disagreement'
      return reason.value === null ? measure : `${measure} ${formatUncertainty(reason.value)}`
    }
    case 'random':
      return `sampled from ${formatCount(reason.poolSize)} eligible ${reason.poolSize === 1 ? 'solution' : 'solutions'}`
    case 'imported-convincing-wrong':
      return `${formatScoreRank(reason.pass)} wrong answer to its problem`
    case 'imported-wrong':
      return 'no solution score'
    case 'imported-correct':
      return 'correct answer'
    case 'imported-unsure':
      return causeLabels[reason.cause]
  }
}

const causeLabels = {
  'no-reference-answer': 'no reference answer',
  'no-answer': 'no final answer',
  unsure: 'unsure answer',
} as const

const formatRank = (rank: number) => (rank === 1 ? 'top' : formatOrdinal(rank))

const formatScoreRank = (rank: number) =>
  rank === 1 ? 'highest-scored' : `${formatOrdinal(rank)}-highest-scored`

/** Two decimals, or scientific notation for scores near 0. */
const formatScore = (score: number) =>
  score !== 0 && Math.abs(score) < 0.01 ? score.toExponential(1) : score.toFixed(2)

const formatUncertainty = (value: number) =>
  value < 0.1 ? Number(value.toPrecision(1)) : value.toFixed(2)

const ordinalSuffixes = new Map([
  ['one', 'st'],
  ['two', 'nd'],
  ['few', 'rd'],
])
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })

const formatOrdinal = (n: number) =>
  `${formatCount(n)}${ordinalSuffixes.get(ordinals.select(n)) ?? 'th'}`
