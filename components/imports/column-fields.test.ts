import { expect, it } from 'vitest'
import { setMappedColumn, findColumnMappingError, findDefaultColumnForField } from './column-fields'

it('findDefaultColumnForField finds the column of the solution text by common names, but not the problem’s column', () => {
  expect(findDefaultColumnForField('text', ['prompt', 'response'])).toBe('response')
  expect(findDefaultColumnForField('text', ['Prompt', ' Response'])).toBe(' Response')
  expect(findDefaultColumnForField('problem', ['prompt', 'response'])).toBeNull()
})

it('findColumnMappingError requires a problem and a solution, and rejects a column that is mapped twice', () => {
  const columns = ['prompt', 'response', 'list']
  expect(findColumnMappingError({}, columns)).toMatch(/problem/)
  expect(findColumnMappingError({ problem: 'prompt' }, columns)).toBeNull()
  expect(findColumnMappingError({ problem: 'prompt' }, ['prompt', 'list'])).toMatch(/solution/)
  expect(
    findColumnMappingError({ problem: 'prompt', steps: 'list' }, ['prompt', 'list']),
  ).toBeNull()
  expect(findColumnMappingError({ problem: 'prompt', answer: 'prompt' }, columns)).toMatch(
    /only once/,
  )
})

it('setMappedColumn removes a field from the mapping if no column is selected', () => {
  const mapping = setMappedColumn({ answer: 'a' }, 'problem', 'prompt')
  expect(mapping).toEqual({ answer: 'a', problem: 'prompt' })
  expect(setMappedColumn(mapping, 'answer', '')).toEqual({ problem: 'prompt' })
})
