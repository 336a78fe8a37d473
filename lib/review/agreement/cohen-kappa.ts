import type { Square } from './weights'

/**
 * Cohen's kappa of two raters, weighted. Null where it is undefined: no unit, or all ratings the same.
 *
 * @param table units by the first's rating (rows) and the second's
 */
export function measureCohenKappa(table: Square, weights: Square): number | null {
  const size = Math.sqrt(table.length)
  const [rows, columns] = [new Float64Array(size), new Float64Array(size)]
  let [all, agreed] = [0, 0]
  for (let k = 0; k < size; k++)
    for (let l = 0; l < size; l++) {
      const units = table[k * size + l]!
      rows[k]! += units
      columns[l]! += units
      all += units
      agreed += weights[k * size + l]! * units
    }
  let byChance = 0
  for (let k = 0; k < size; k++)
    for (let l = 0; l < size; l++) byChance += weights[k * size + l]! * rows[k]! * columns[l]!
  // Multiplied by the square of all: whole numbers for whole weights, so that nothing is lost by rounding.
  const under = all * all - byChance
  return under === 0 ? null : (agreed * all - byChance) / under
}

/** The same of a yes and a no, without a list to make: it is asked for again in each draw of a bootstrap. */
export function measureBinaryKappa(
  neither: number,
  onlySecond: number,
  onlyFirst: number,
  both: number,
): number | null {
  const [yesFirst, yesSecond] = [both + onlyFirst, both + onlySecond]
  const [noFirst, noSecond] = [neither + onlySecond, neither + onlyFirst]
  const under = yesFirst * noSecond + noFirst * yesSecond
  return under === 0 ? null : (2 * (neither * both - onlySecond * onlyFirst)) / under
}
