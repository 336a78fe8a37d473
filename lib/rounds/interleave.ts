import type { RankedCandidate, RankedSlicePolicyName } from './rank-candidates'

interface Slice {
  policy: RankedSlicePolicyName
  share: number
  ranked: readonly RankedCandidate[]
}

/**
 * Merges ranked lists by their shares: the next item comes from the list furthest behind its share, or from the earlier one
 * on a tie. Skips items that are no longer free.
 */
export function mergeSlicesByShare(
  slices: readonly Slice[],
  count: number,
  isFree: (ranked: RankedCandidate) => boolean,
  take: (ranked: RankedCandidate) => void,
): (RankedCandidate & { policy: RankedSlicePolicyName })[] {
  const queues = slices.map((slice) => ({ ...slice, next: 0, selectedCount: 0 }))
  const result: (RankedCandidate & { policy: RankedSlicePolicyName })[] = []
  while (result.length < count) {
    let furthestBehind: (typeof queues)[number] | undefined
    for (const queue of queues) {
      while (queue.next < queue.ranked.length && !isFree(queue.ranked[queue.next]!)) queue.next++
      if (queue.next === queue.ranked.length) continue
      if (
        furthestBehind === undefined ||
        queue.selectedCount / queue.share < furthestBehind.selectedCount / furthestBehind.share
      )
        furthestBehind = queue
    }
    if (furthestBehind === undefined) break
    const nextCandidate = furthestBehind.ranked[furthestBehind.next]!
    take(nextCandidate)
    furthestBehind.next++
    furthestBehind.selectedCount++
    result.push({ ...nextCandidate, policy: furthestBehind.policy })
  }
  return result
}

/**
 * Spreads the items of `spread` evenly over `items`: one in each of `spread.length` equal segments, at a random position
 * within it, so that annotators can't tell which positions hold them.
 */
export function spreadItemsAtRandom<T>(
  items: readonly T[],
  spread: readonly T[],
  draw: () => number,
): T[] {
  const totalCount = items.length + spread.length
  const itemByPosition = new Map<number, T>()
  for (const [i, item] of spread.entries()) {
    const from = Math.floor((i * totalCount) / spread.length)
    const to = Math.floor(((i + 1) * totalCount) / spread.length)
    itemByPosition.set(from + Math.floor(draw() * (to - from)), item)
  }
  let next = 0
  return Array.from(
    { length: totalCount },
    (_, position) => itemByPosition.get(position) ?? items[next++]!,
  )
}
