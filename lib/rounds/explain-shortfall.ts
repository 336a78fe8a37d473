import { formatCount, formatNoun } from '@/lib/platform/format'
import type { RoundOutcome } from './contract'
import type { RoundPolicy, SlicePolicy } from './policy'

type Slice = RoundOutcome['slices'][number]

/** What a slice needs that no open solution has. */
const missing = {
  'convincing-wrong': 'no open solution has a wrong answer and a score',
  'paper-80-20': 'no open solution has a score',
  'right-answer-weak-process': 'no open solution has a right answer and scores of its steps',
  uncertain: 'no open solution has scores of its steps, which say how sure a scorer is',
  random: 'there is nothing open to draw from',
} as const satisfies Record<SlicePolicy, string>

/** Why a slice that was asked for got nothing; null: it got something. */
export function explainEmpty({ slice, queued, found }: Slice): string | null {
  if (queued > 0) return null
  if (found === 0) return missing[slice]
  return slice === 'random'
    ? 'too few solutions are selected for one to be drawn'
    : 'other slices or the cap of a problem took what it wanted, or the round is too small for its share'
}

/** Why fewer are selected than were asked for; null: as many are. */
export function explainSize(
  { queued, leftOut }: Pick<RoundOutcome, 'queued' | 'leftOut'>,
  { size, perProblem }: Pick<RoundPolicy, 'size' | 'perProblem'>,
): string | null {
  if (size === null || queued >= size) return null
  const capped = leftOut.find(({ reason }) => reason === 'per-problem-cap')?.solutions ?? 0
  const cap =
    capped === 0 || perProblem === null
      ? ''
      : `; ${formatCount(capped)} more would be, but for the cap of ${formatCount(perProblem)} of each problem`
  return `${formatNoun(size, 'solution was', 'solutions were')} asked for, and the slices find ${formatCount(queued)} with what is drawn at random${cap}`
}
