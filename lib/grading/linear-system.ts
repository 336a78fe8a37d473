/** Solves a square system of linear equations by elimination; null if it is singular. */
export function solveLinearSystem(
  matrix: readonly (readonly number[])[],
  constants: readonly number[],
): number[] | null {
  const rows = matrix.map((row, i) => [...row, constants[i]!])
  const size = rows.length
  for (let column = 0; column < size; column++) {
    const pivot = findPivot(rows, column)
    if (pivot === null) return null
    ;[rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!]
    const pivotRow = rows[column]!
    for (const [i, row] of rows.entries()) {
      const factor = row[column]! / pivotRow[column]!
      if (i !== column) rows[i] = row.map((value, j) => value - factor * pivotRow[j]!)
    }
  }
  return rows.map((row, i) => row[size]! / row[i]!)
}

function findPivot(rows: readonly (readonly number[])[], column: number): number | null {
  let pivot = column
  for (let i = column; i < rows.length; i++)
    if (Math.abs(rows[i]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = i
  return Math.abs(rows[pivot]![column]!) > 1e-9 ? pivot : null
}
