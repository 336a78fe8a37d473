interface ImportCounts {
  solutions: number
  queued: number
  unservable: number
  waitsForRound: boolean
  /** New ones, also of earlier solutions. */
  annotations: number
  /** Solutions that are now gold, also earlier ones. */
  gold: number
}

/** What duplicates are, to follow their count. */
export const duplicateReason = 'already imported, or twice in the file'

/** The new solutions that are not queued, with the possible reasons, to follow their count. */
export function listNotQueued(counts: ImportCounts): { count: number; reason: string }[] {
  const { solutions, queued, unservable } = counts
  return [
    { count: unservable, reason: 'other flow or no steps' },
    { count: solutions - queued - unservable, reason: describeOtherReasons(counts) },
  ].filter(({ count }) => count > 0)
}

/** The counts don't tell how many of the new solutions are labelled or gold, so each reason is only possible. */
function describeOtherReasons({ queued, waitsForRound, annotations, gold }: ImportCounts): string {
  const reasons = [
    annotations > 0 && 'labelled',
    gold > 0 && 'gold',
    waitsForRound && queued === 0
      ? 'waiting for the next round'
      : 'same steps as another solution to the problem',
  ]
  return reasons.filter(Boolean).join(' or ')
}
