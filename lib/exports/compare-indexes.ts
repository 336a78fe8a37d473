import type { Split } from './choose-side'

/** A line of `annotations.jsonl`. */
export interface IndexLine {
  annotation: string
  solution: string
  problem: string
  split: Split
  labeler: string
  sha256: string
}

/** A line that differs, and its former split; null if it is new. */
export interface Change extends IndexLine {
  from: Split | null
  to: Split | null
}

export const changeKinds = ['added', 'removed', 'changed', 'moved'] as const
export type ChangeKind = (typeof changeKinds)[number]

export interface IndexDifference {
  unchanged: number
  /** A line that both changed and moved counts as both. */
  counts: Record<ChangeKind, number>
  /** The first ones: removed lines as they were, others as they are. */
  first: Record<ChangeKind, Change[]>
}

/** Merges two indexes, each sorted by annotation. Memory: two lines and the listed ones. */
export async function compareIndexes(
  from: AsyncIterable<IndexLine>,
  to: AsyncIterable<IndexLine>,
  listed: number,
): Promise<IndexDifference> {
  const counts = { added: 0, removed: 0, changed: 0, moved: 0 }
  const first: IndexDifference['first'] = { added: [], removed: [], changed: [], moved: [] }
  let unchanged = 0
  const note = (kind: ChangeKind, [old, now]: Pair) => {
    counts[kind] += 1
    if (first[kind].length < listed)
      first[kind].push({
        ...((now ?? old) as IndexLine),
        from: old?.split ?? null,
        to: now?.split ?? null,
      })
  }
  for await (const pair of mergeIndexes(from, to)) {
    const [old, now] = pair
    if (old === null) note('added', pair)
    else if (now === null) note('removed', pair)
    else {
      if (old.sha256 !== now.sha256) note('changed', pair)
      if (old.split !== now.split) note('moved', pair)
      if (old.sha256 === now.sha256 && old.split === now.split) unchanged += 1
    }
  }
  return { unchanged, counts, first }
}

type Pair = [old: IndexLine, now: IndexLine | null] | [old: null, now: IndexLine]

async function* mergeIndexes(
  from: AsyncIterable<IndexLine>,
  to: AsyncIterable<IndexLine>,
): AsyncGenerator<Pair> {
  const [olds, nows] = [from[Symbol.asyncIterator](), to[Symbol.asyncIterator]()]
  const next = async (lines: AsyncIterator<IndexLine>) => {
    const read = await lines.next()
    return read.done === true ? null : read.value
  }
  try {
    let [old, now] = [await next(olds), await next(nows)]
    while (old !== null || now !== null) {
      if (old !== null && (now === null || old.annotation < now.annotation)) {
        yield [old, null]
        old = await next(olds)
      } else if (now !== null && (old === null || now.annotation < old.annotation)) {
        yield [null, now]
        now = await next(nows)
      } else {
        yield [old, now] as Pair
        old = await next(olds)
        now = await next(nows)
      }
    }
  } finally {
    await olds.return?.()
    await nows.return?.()
  }
}

/**
 * Differences between two sets of options by path, such as `filters.labels`. Lists are compared as
 * wholes.
 */
export function compareOptions(
  from: object,
  to: object,
  prefix = '',
): { option: string; from: unknown; to: unknown }[] {
  const sides = [from, to] as Record<string, unknown>[]
  const keys = [...new Set(sides.flatMap((side) => Object.keys(side)))].sort()
  return keys.flatMap((key) => {
    const [old, now] = sides.map((side) => side[key])
    if (isGroup(old) && isGroup(now)) return compareOptions(old, now, `${prefix}${key}.`)
    if (JSON.stringify(old) === JSON.stringify(now)) return []
    return [{ option: prefix + key, from: old ?? null, to: now ?? null }]
  })
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
