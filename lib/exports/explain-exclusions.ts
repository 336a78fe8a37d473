import { formatCount, formatQuantity } from '@/lib/platform/format'
import { type ExclusionReason, exclusionReasons } from './exclusion-reasons'
import type { ReleaseCounts } from './release-manifest'

/** Each can follow a number of annotations. */
const reasonTexts: Readonly<Record<ExclusionReason, string>> = {
  unchanged: 'unchanged since the earlier release',
  filtered: 'not matched by the filters',
  unfinished: 'given up or bad problem',
  gold: 'gold or quality control',
  screening: 'screening',
  irregular: 'irregular',
  stepChoice: 'in the step-choice flow',
  outdatedSteps: 'with steps that changed since',
  tied: 'with tied votes',
  notAdjudicated: 'not adjudicated',
  duplicateAnnotator: 'older, by the same annotator',
  notLatest: 'not the latest of the solution',
}

/** Excluded annotations by reason, without zeros. */
export const listExclusions = (
  excluded: ReleaseCounts['excluded'] | null,
): { text: string; annotations: number }[] =>
  exclusionReasons
    .map((reason) => ({ text: reasonTexts[reason], annotations: excluded?.[reason] ?? 0 }))
    .filter(({ annotations }) => annotations > 0)

/** `3 screening` for each reason, without zeros. */
export const formatExclusionCounts = (excluded: ReleaseCounts['excluded'] | null): string[] =>
  listExclusions(excluded).map(({ text, annotations }) => `${formatCount(annotations)} ${text}`)

/**
 * Why a release has no annotations in train and test.
 *
 * @param since number of the earlier release that it continues; null if it continues none
 */
export function explainEmptyRelease(
  { heldOut, excluded }: ReleaseCounts,
  since: number | null,
): string {
  const reasons = formatExclusionCounts(excluded)
  if (heldOut.annotations > 0) reasons.push(`${formatCount(heldOut.annotations)} held out`)
  const total = heldOut.annotations + Object.values(excluded).reduce((sum, count) => sum + count, 0)
  if (total === 0)
    return 'This project has no submitted annotations yet. Submit or import annotations first.'
  if (since !== null && excluded.unchanged === total)
    return `None of ${formatQuantity(total, 'submitted annotation')} is new or changed since release ${since}.`
  return (
    `The release would be empty. Of ${formatQuantity(total, 'submitted annotation')}: ${reasons.join('; ')}. ` +
    'Change the filters or how annotations are combined, and create the release again.'
  )
}
