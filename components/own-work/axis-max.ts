/**
 * The smallest of 2, 4, 10, 20, 40, 100... that is at least the maximum. Its half is a whole
 * number.
 */
export function roundUpAxisMax(max: number): number {
  for (let scale = 1; ; scale *= 10)
    for (const factor of [2, 4, 10]) if (max <= factor * scale) return factor * scale
}
