import type { Round } from './round'

/** Slices that imports put solutions into where no round is open. */
const importSlices = ['convincing-wrong', 'wrong', 'rest']

/**
 * Slices that open items may be of: those that the open round serves; and, where some of what waited before it was begun
 * and stays, those of earlier rounds and of imports too.
 */
export function listSlices(
  rounds: readonly Pick<Round, 'number' | 'state' | 'outcome'>[],
): string[] {
  const opened = rounds.filter(({ number }) => number !== null)
  const listOf = (some: typeof opened) =>
    some.flatMap(({ outcome }) =>
      (outcome?.slices ?? []).flatMap(({ slice, queued }) => (queued > 0 ? [slice] : [])),
    )
  const open = opened.find(({ state }) => state === 'open')
  if (open?.outcome?.kept === 0) return listOf([open])
  return [...new Set([...listOf(opened), ...importSlices])]
}
