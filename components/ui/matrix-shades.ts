/** From light to dark. */
const shadeClasses = [
  'bg-seq-0',
  'bg-seq-1',
  'bg-seq-2',
  'bg-seq-3',
  'bg-seq-4 text-on-accent',
] as const

/** Cells without a value are hatched. */
export const emptyCellClasses =
  'bg-[repeating-linear-gradient(135deg,var(--color-rule)_0_1px,transparent_1px_6px)] text-ink-3'

/** @param bounds the four shares at which the next darker shade starts, ascending */
export function getShadeClass(share: number, bounds: readonly number[]): string {
  return shadeClasses[bounds.filter((bound) => share >= bound).length] ?? shadeClasses[4]
}
