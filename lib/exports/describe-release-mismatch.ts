import { combiningConsensusNames } from './consensus-names'

interface ComparedReleases {
  from: number
  to: number
  /** The options that differ. */
  options: readonly { option: string; from?: unknown; to?: unknown }[]
}

/**
 * Why rows count as new or removed although nothing was added or deleted: one release combines annotations, or contains
 * only changes. Null if the two can be compared.
 */
export function describeReleaseMismatch({ from, to, options }: ComparedReleases): string | null {
  const consensus = options.find(({ option }) => option === 'consensus')
  if (consensus && isCombining(consensus.from) !== isCombining(consensus.to)) {
    const [combined, single] = isCombining(consensus.to) ? [to, from] : [from, to]
    return `Release ${combined} has one combined row per solution, and release ${single} one row per annotation. Their rows can’t be matched: all count as new or removed.`
  }
  const since = options.find(({ option }) => option === 'since')
  if (typeof since?.to === 'number' && typeof since.from === 'number')
    return `Release ${to} contains only what is new or changed since release ${since.to}, and release ${from} since release ${since.from}. What only one of them contains counts as new or removed.`
  if (typeof since?.to === 'number')
    return `Release ${to} contains only what is new or changed since release ${since.to}. The rest of release ${from} counts as removed.`
  if (typeof since?.from === 'number')
    return `Release ${from} contains only what is new or changed since release ${since.from}. The rest of release ${to} counts as new.`
  return null
}

const isCombining = (consensus: unknown) =>
  combiningConsensusNames.some((name) => name === consensus)
