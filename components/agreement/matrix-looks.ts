/** Darker for more. Ink stands on the first four, and what stands on the accent on the last. */
const looks = ['bg-seq-0', 'bg-seq-1', 'bg-seq-2', 'bg-seq-3', 'bg-seq-4 text-on-accent'] as const

/** Too few for a number. */
export const refusedLook =
  'bg-[repeating-linear-gradient(135deg,var(--color-rule)_0_1px,transparent_1px_6px)] text-ink-3'

/** @param bounds from which share on each darker look is taken, four of them, rising */
export function chooseLook(share: number, bounds: readonly number[]): string {
  return looks[bounds.filter((bound) => share >= bound).length] ?? looks[4]
}
