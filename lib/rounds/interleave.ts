import type { Ranked, RankedPolicy } from './rank-slice'

interface Slice {
  policy: RankedPolicy
  share: number
  ranked: readonly Ranked[]
}

/**
 * Takes from lists in turn, each in its own order: the next is of the list that is furthest behind its share of what is
 * taken so far, of two as far the earlier one. What is not free any more is passed over.
 */
export function interleaveByShare(
  slices: readonly Slice[],
  count: number,
  isFree: (ranked: Ranked) => boolean,
  take: (ranked: Ranked) => void,
): (Ranked & { policy: RankedPolicy })[] {
  const queues = slices.map((slice) => ({ ...slice, next: 0, taken: 0 }))
  const result: (Ranked & { policy: RankedPolicy })[] = []
  while (result.length < count) {
    let behind: (typeof queues)[number] | undefined
    for (const queue of queues) {
      while (queue.next < queue.ranked.length && !isFree(queue.ranked[queue.next]!)) queue.next++
      if (queue.next === queue.ranked.length) continue
      if (behind === undefined || queue.taken / queue.share < behind.taken / behind.share)
        behind = queue
    }
    if (behind === undefined) break
    const ranked = behind.ranked[behind.next]!
    take(ranked)
    behind.next++
    behind.taken++
    result.push({ ...ranked, policy: behind.policy })
  }
  return result
}

/**
 * Spreads the second list over the first, in as many stretches as it has items, at a place drawn within each: neither the
 * head nor the end has more of them, and nobody can tell which place has one.
 */
export function interleaveAtRandom<T>(
  items: readonly T[],
  spread: readonly T[],
  draw: () => number,
): T[] {
  const all = items.length + spread.length
  const places = new Map<number, T>()
  for (const [i, item] of spread.entries()) {
    const from = Math.floor((i * all) / spread.length)
    const to = Math.floor(((i + 1) * all) / spread.length)
    places.set(from + Math.floor(draw() * (to - from)), item)
  }
  let next = 0
  return Array.from({ length: all }, (_, place) => places.get(place) ?? items[next++]!)
}
