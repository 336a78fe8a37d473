import { writeTime } from '@/components/own-work/describe-own-work'
import { formatInstant, formatNoun } from '@/lib/platform/format'
import type { AnswerScore } from '@/lib/quality/score-answer'
import type { Pause, PersonAtWork, PersonDetail } from './person'

/** `62 %`. */
export const writeShare = (share: number) => `${Math.round(share * 100)} %`

/** Of a probability, that is never quite none or all: `over 99 %`. */
export function writeProbability(probability: number): string {
  if (probability > 0.995) return 'over 99 %'
  return probability < 0.005 ? 'under 1 %' : writeShare(probability)
}

/** A part of a whole: `3 of 40, 8 %`; without a whole a word. */
export const writeRate = (part: number, whole: number) =>
  whole === 0 ? 'none yet' : `${part} of ${whole}, ${writeShare(part / whole)}`

/** `2 h 05 min`, `12 min`. */
export function writeHours(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}

export const scoreWords = {
  exact: 'exact',
  near: 'off by one step',
  verdict: 'error elsewhere',
  missed: 'missed',
  false_alarm: 'false alarm',
} as const satisfies Record<AnswerScore, string>

/** Steps as people count them; none is a value. */
export const nameSteps = (steps: readonly number[]) =>
  steps.length === 0 ? 'none' : steps.map((step) => step + 1).join(' or ')

/** What ought to be looked at, in words; empty where nothing is. */
export function listAlarms({ pausedAt, gold, work }: PersonAtWork): string[] {
  return [
    pausedAt !== null && 'paused',
    gold.isDrifting && 'got worse',
    work.tooFast > 0 && `${formatNoun(work.tooFast, 'annotation')} too fast`,
  ].filter((words) => words !== false)
}

/** The page's first sentences. */
export function describePerson({ person, pauseUnder }: PersonDetail): string {
  const { work, gold } = person
  const said = [
    work.annotations === 0
      ? 'No annotation was submitted yet.'
      : `${formatNoun(work.annotations, 'annotation')} in ${writeHours(work.activeMs)} at work${
          work.medianStepMs === null
            ? ''
            : `, half of the last ones in under ${writeTime(work.medianStepMs)} a step`
        }.`,
  ]
  if (gold.answers === 0) said.push('No gold was answered yet, so nothing is known of accuracy.')
  else
    said.push(
      `${gold.exact} of ${formatNoun(gold.answers, 'answer')} to gold are exact: between ${writeShare(gold.posterior.low)} and ${writeShare(gold.posterior.high)} of all would be.`,
    )
  if (gold.isDrifting && gold.worseProbability !== null)
    said.push(
      `The last ${gold.recent.answers} are worse than those before, with a probability of ${writeProbability(gold.worseProbability)}.`,
    )
  if (pauseUnder !== null && gold.underProbability !== null && gold.counted.answers > 0)
    said.push(
      `The probability of being under ${writeShare(pauseUnder)} is ${writeProbability(gold.underProbability)}; a pause comes at 95 %.`,
    )
  return said.join(' ')
}

/** Who paused, and why. */
export function describePauseCause({ by, answers, exact, threshold, probability }: Pause): string {
  if (by !== null) return `By ${by}`
  if (answers === null || exact === null || threshold === null || probability === null)
    return 'By the rule'
  return `By the rule: ${exact} of ${formatNoun(answers, 'answer')} to gold exact, under ${writeShare(threshold)} with ${writeProbability(probability)}`
}

/** How it ended. */
export function describePauseEnd({ endedAt, endedBy, returned, returnedSince }: Pause): string {
  if (endedAt === null) return 'Stands'
  const ended = `${formatInstant(endedAt)} UTC, by ${endedBy ?? 'somebody'}`
  if (returned === null || returnedSince === null) return ended
  return `${ended}; ${formatNoun(returned, 'annotation')} since ${formatInstant(returnedSince)} UTC withdrawn`
}
