import { mapStep, type StepMap } from './repair-steps'

/**
 * Known first errors after a repair, by their new numbers. One in steps that were merged is in the merged step. Of one in
 * a step that was split no one has said in which part it is: null, and the solution is gold no more.
 */
export function mapFirstErrors(firstErrors: readonly number[], map: StepMap): number[] | null {
  const mapped = firstErrors.map(
    (step) => mapStep(step, map) ?? (map.added === 1 ? map.first : null),
  )
  const known = mapped.filter((step) => step !== null)
  return known.length < mapped.length ? null : [...new Set(known)]
}
