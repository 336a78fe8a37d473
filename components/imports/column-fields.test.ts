import { expect, it } from 'vitest'
import { changeColumn, findMappingError, findColumnByName } from './column-fields'

it('findColumnByName finds the column of the solution text by common names, but not the problem’s column', () => {
  expect(findColumnByName('text', ['prompt', 'response'])).toBe('response')
  expect(findColumnByName('problem', ['prompt', 'response'])).toBeNull()
})

it('findMappingError requires different columns for the problem and the solution', () => {
  const columns = ['prompt', 'response', 'list']
  expect(findMappingError({}, columns)).toMatch(/problem/)
  expect(findMappingError({ problem: 'prompt' }, columns)).toBeNull()
  expect(findMappingError({ problem: 'prompt' }, ['prompt', 'list'])).toMatch(/solution/)
  expect(findMappingError({ problem: 'prompt', steps: 'list' }, ['prompt', 'list'])).toBeNull()
  expect(findMappingError({ problem: 'prompt', answer: 'prompt' }, columns)).toMatch(/only once/)
})

it('changeColumn removes a field from the mapping if no column is selected', () => {
  const choice = changeColumn({ answer: 'a' }, 'problem', 'prompt')
  expect(choice).toEqual({ answer: 'a', problem: 'prompt' })
  expect(changeColumn(choice, 'answer', '')).toEqual({ problem: 'prompt' })
})
