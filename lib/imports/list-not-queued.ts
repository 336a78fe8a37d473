interface ImportCounts {
  solutions: number
  queued: number
  unservable: number
  waitsForRound: boolean
  annotations: number
  gold: number
}

/** What duplicates are, to follow their count. */
export const duplicateReason = 'already imported, or twice in the file'

/** The new solutions that are not queued, with the reason, to follow their count. */
export function listNotQueued(counts: ImportCounts): { count: number; reason: string }[] {
  const { solutions, queued, unservable } = counts
  return [
    { count: unservable, reason: 'other flow or no steps' },
    { count: solutions - queued - unservable, reason: describeOtherReasons(counts) },
  ].filter(({ count }) => count > 0)
}

/** A solution can have several annotations, so it isn't always known how many are labelled. */
function describeOtherReasons(counts: ImportCounts): string {
  const { solutions, queued, unservable, waitsForRound, annotations, gold } = counts
  const hasUnlabelled = solutions - queued - unservable > annotations + gold
  const reasons = [
    annotations > 0 && 'labelled',
    gold > 0 && 'gold',
    hasUnlabelled &&
      (waitsForRound && queued === 0
        ? 'waiting for the next round'
        : 'same steps as another solution to the problem'),
  ]
  return reasons.filter(Boolean).join(' or ')
}
