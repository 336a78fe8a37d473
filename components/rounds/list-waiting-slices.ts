import type { Round } from './round'

/** Slices used by imports while no round is active. */
const importSlices = ['convincing-wrong', 'wrong', 'rest']

/**
 * Slices that waiting items can belong to: those of the active round, plus those of earlier rounds and imports if items
 * from before the round are still in progress.
 */
export function listWaitingSlices(
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
