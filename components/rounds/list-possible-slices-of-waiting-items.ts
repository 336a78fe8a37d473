import type { Round } from './round'

/** Slices used by imports before the first round. */
const importSlices = ['convincing-wrong', 'wrong', 'rest']

/**
 * Slices that waiting items can belong to: those of the active round. If it kept items from before its start, or no round
 * is active, also those of earlier rounds and imports.
 */
export function listPossibleSlicesOfWaitingItems(
  rounds: readonly Pick<Round, 'number' | 'state' | 'outcome'>[],
): string[] {
  const startedRounds = rounds.filter(({ number }) => number !== null)
  const listFilledSlices = (group: typeof startedRounds) =>
    group.flatMap(({ outcome }) =>
      (outcome?.slices ?? []).flatMap(({ slice, queued }) => (queued > 0 ? [slice] : [])),
    )
  const activeRound = startedRounds.find(({ state }) => state === 'active')
  if (activeRound?.outcome?.carriedOver === 0) return listFilledSlices([activeRound])
  return [...new Set([...listFilledSlices(startedRounds), ...importSlices])]
}
