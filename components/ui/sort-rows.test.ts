import { describe, expect, it } from 'vitest'
import { changeSortOrder, sortRows, type SortValue } from './sort-rows'

describe('sortRows', () => {
  const sort = (values: SortValue[], direction: 'ascending' | 'descending') =>
    sortRows(
      values.map((value) => ({ sortValues: ['ignored', value] })),
      { column: 1, direction },
    ).map(({ sortValues }) => sortValues[1])

  it('sorts numbers by value, and text alphabetically, ignoring case and comparing numbers in the text by value', () => {
    expect(sort([10, 9, 100], 'ascending')).toEqual([9, 10, 100])
    expect(sort(['run 10', 'ben', 'Ana', 'run 9', 'Émile'], 'ascending')).toEqual([
      'Ana',
      'ben',
      'Émile',
      'run 9',
      'run 10',
    ])
  })

  it('puts rows without a value last in both directions', () => {
    expect(sort([2, null, 1], 'ascending')).toEqual([1, 2, null])
    expect(sort([2, null, 1], 'descending')).toEqual([2, 1, null])
  })

  it('keeps the order of equal rows', () => {
    const rows = ['b', 'a', 'c'].map((key) => ({ key, sortValues: [1] }))
    for (const direction of ['ascending', 'descending'] as const)
      expect(sortRows(rows, { column: 0, direction })).toEqual(rows)
  })
})

describe('changeSortOrder', () => {
  it('starts with A to Z or the largest number, and reverses when pressed again', () => {
    const pressTwice = (isNumeric: boolean) => {
      const first = changeSortOrder({ column: 0, direction: 'ascending' }, { column: 1, isNumeric })
      return [first, changeSortOrder(first, { column: 1, isNumeric })].map(
        ({ direction }) => direction,
      )
    }
    expect(pressTwice(false)).toEqual(['ascending', 'descending'])
    expect(pressTwice(true)).toEqual(['descending', 'ascending'])
  })
})
