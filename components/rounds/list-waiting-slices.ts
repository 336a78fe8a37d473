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
  const listSlicesOf = (group: typeof startedRounds) =>
    group.flatMap(({ outcome }) =>
      (outcome?.slices ?? []).flatMap(({ slice, queued }) => (queued > 0 ? [slice] : [])),
    )
  const active = startedRounds.find(({ state }) => state === 'active')
  if (active?.outcome?.carriedOver === 0) return listSlicesOf([active])
  return [...new Set([...listSlicesOf(startedRounds), ...importSlices])]
}
