import { formatNoun } from '@/lib/platform/format'
import { type NotTakenReason, notTakenReasons } from './not-taken-reasons'
import type { ReleaseCounts } from './release-manifest'

const reasonWords: Readonly<Record<NotTakenReason, string>> = {
  notNew: 'not new since the earlier release',
  otherFilters: 'not of the chosen origin, generation, people, times, slices or subjects',
  unfinished: 'given up, or of a bad problem',
  gold: 'gold',
  screening: 'screening',
  irregular: 'breaking the rules of labelling',
  stepChoice: 'choices among options, of which there is no consensus',
  otherSteps: 'of steps that were cut anew since',
  tied: 'of solutions whose votes are even',
  notRuled: 'of solutions that nobody has ruled on',
  again: 'older ones of the same people',
  older: 'older than the newest of their solution',
}

/** How many annotations were not taken, and why: `3 gold`. What is none is not said. */
export function listNotTaken(notTaken: ReleaseCounts['notTaken']): string[] {
  return notTakenReasons.flatMap((reason) =>
    notTaken[reason] > 0 ? [`${notTaken[reason]} ${reasonWords[reason]}`] : [],
  )
}

/** Why a release has nothing in train and test. */
export function explainNothing({ leftOut, notTaken }: ReleaseCounts): string {
  const reasons = listNotTaken(notTaken)
  if (leftOut.annotations > 0) reasons.push(`${leftOut.annotations} held out`)
  const all = leftOut.annotations + Object.values(notTaken).reduce((sum, count) => sum + count, 0)
  if (all === 0) return 'Nothing was written: no annotation of this project has been submitted yet.'
  return (
    `Nothing is left for this release, and nothing was written. Of ${formatNoun(all, 'submitted annotation')}: ` +
    `${reasons.join('; ')}. Choose other filters, and make a new release.`
  )
}
