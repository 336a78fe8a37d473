import { expect, test } from 'vitest'
import { listRatingMatrixRows } from './rating-matrix'

test('the rows of a matrix have each pair of ratings and its count', () => {
  const matrix = [
    [1, 2, 3],
    [4, 5, 6],
    [7, 8, 9],
  ]
  const rows = listRatingMatrixRows({ rowsTitle: 'Gold', columnsTitle: 'Amara', matrix })
  expect(rows).toHaveLength(10)
  expect(rows.slice(0, 3)).toEqual([
    ['Gold', 'Amara', 'Steps'],
    ['negative', 'negative', 1],
    ['negative', 'neutral', 2],
  ])
  expect(rows.at(-1)).toEqual(['positive', 'positive', 9])
})
