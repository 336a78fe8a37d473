import type { SquareMatrix } from '@/lib/agreement/agreement-weights'

/**
 * Cohen's weighted kappa of two raters. Null if undefined: no unit, or all ratings are equal.
 * @param table units by the first rater's rating (rows) and the second's
 */
export function computeCohenKappa(table: SquareMatrix, weights: SquareMatrix): number | null {
  const size = Math.sqrt(table.length)
  const [rows, columns] = [new Float64Array(size), new Float64Array(size)]
  let [total, agreed] = [0, 0]
  for (let k = 0; k < size; k++)
    for (let l = 0; l < size; l++) {
      const units = table[k * size + l]!
      rows[k]! += units
      columns[l]! += units
      total += units
      agreed += weights[k * size + l]! * units
    }
  let byChance = 0
  for (let k = 0; k < size; k++)
    for (let l = 0; l < size; l++) byChance += weights[k * size + l]! * rows[k]! * columns[l]!
  // Multiplied by the squared total, so that whole weights give whole numbers without rounding.
  const denominator = total * total - byChance
  return denominator === 0 ? null : (agreed * total - byChance) / denominator
}
