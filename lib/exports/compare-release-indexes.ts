import type { Split } from './choose-split-side'

/** A line of `annotations.jsonl`. */
export interface ReleaseIndexLine {
  annotation: string
  solution: string
  problem: string
  split: Split
  labeler: string
  sha256: string
}

/** A line that differs, with its split in each release; null where the line is missing. */
export interface ReleaseIndexChange extends ReleaseIndexLine {
  from: Split | null
  to: Split | null
}

export const releaseChangeKinds = ['added', 'removed', 'changed', 'moved'] as const
export type ReleaseChangeKind = (typeof releaseChangeKinds)[number]

export interface ReleaseIndexDifference {
  unchanged: number
  /** A line that both changed and moved counts as both. */
  counts: Record<ReleaseChangeKind, number>
  /** The first `maxListed` of each kind: removed lines from the earlier release, others from the later one. */
  listedChanges: Record<ReleaseChangeKind, ReleaseIndexChange[]>
}

/** Compares two indexes, each sorted by annotation. Keeps only two lines and the listed changes in memory. */
export async function compareReleaseIndexes(
  from: AsyncIterable<ReleaseIndexLine>,
  to: AsyncIterable<ReleaseIndexLine>,
  maxListed: number,
): Promise<ReleaseIndexDifference> {
  const counts = { added: 0, removed: 0, changed: 0, moved: 0 }
  const listedChanges: ReleaseIndexDifference['listedChanges'] = {
    added: [],
    removed: [],
    changed: [],
    moved: [],
  }
  let unchanged = 0
  const addChange = (kind: ReleaseChangeKind, [oldLine, newLine]: Pair) => {
    counts[kind] += 1
    if (listedChanges[kind].length < maxListed)
      listedChanges[kind].push({
        ...((newLine ?? oldLine) as ReleaseIndexLine),
        from: oldLine?.split ?? null,
        to: newLine?.split ?? null,
      })
  }
  for await (const pair of mergeIndexes(from, to)) {
    const [oldLine, newLine] = pair
    if (oldLine === null) addChange('added', pair)
    else if (newLine === null) addChange('removed', pair)
    else {
      if (oldLine.sha256 !== newLine.sha256) addChange('changed', pair)
      if (oldLine.split !== newLine.split) addChange('moved', pair)
      if (oldLine.sha256 === newLine.sha256 && oldLine.split === newLine.split) unchanged += 1
    }
  }
  return { unchanged, counts, listedChanges }
}

type Pair =
  | [oldLine: ReleaseIndexLine, newLine: ReleaseIndexLine | null]
  | [oldLine: null, newLine: ReleaseIndexLine]

async function* mergeIndexes(
  from: AsyncIterable<ReleaseIndexLine>,
  to: AsyncIterable<ReleaseIndexLine>,
): AsyncGenerator<Pair> {
  const [oldLines, newLines] = [from[Symbol.asyncIterator](), to[Symbol.asyncIterator]()]
  const next = async (lines: AsyncIterator<ReleaseIndexLine>) => {
    const result = await lines.next()
    return result.done === true ? null : result.value
  }
  try {
    let [oldLine, newLine] = [await next(oldLines), await next(newLines)]
    while (oldLine !== null || newLine !== null) {
      if (oldLine !== null && (newLine === null || oldLine.annotation < newLine.annotation)) {
        yield [oldLine, null]
        oldLine = await next(oldLines)
      } else if (
        newLine !== null &&
        (oldLine === null || newLine.annotation < oldLine.annotation)
      ) {
        yield [null, newLine]
        newLine = await next(newLines)
      } else {
        yield [oldLine, newLine] as Pair
        oldLine = await next(oldLines)
        newLine = await next(newLines)
      }
    }
  } finally {
    await oldLines.return?.()
    await newLines.return?.()
  }
}

/**
 * Differences between two sets of options by path, such as `filters.labels`. Lists are compared as
 * wholes.
 */
export function compareReleaseOptions(
  from: object,
  to: object,
  prefix = '',
): { option: string; from: unknown; to: unknown }[] {
  const sides = [from, to] as Record<string, unknown>[]
  const keys = [...new Set(sides.flatMap((side) => Object.keys(side)))].sort()
  return keys.flatMap((key) => {
    const [oldValue, newValue] = sides.map((side) => side[key])
    if (isGroup(oldValue) && isGroup(newValue))
      return compareReleaseOptions(oldValue, newValue, `${prefix}${key}.`)
    if (JSON.stringify(oldValue) === JSON.stringify(newValue)) return []
    return [{ option: prefix + key, from: oldValue ?? null, to: newValue ?? null }]
  })
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
