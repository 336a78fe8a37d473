import { expect, it } from 'vitest'
import { changeColumn, findMappingError, findNamed } from './column-fields'

it('knows what a header says by itself', () => {
  expect(findNamed('text', ['prompt', 'response'])).toBe('response')
  expect(findNamed('problem', ['prompt', 'response'])).toBeNull()
})

it('asks for a problem and a solution, each from a column of its own', () => {
  const columns = ['prompt', 'response', 'list']
  expect(findMappingError({}, columns)).toMatch(/problem/)
  expect(findMappingError({ problem: 'prompt' }, columns)).toBeNull()
  expect(findMappingError({ problem: 'prompt' }, ['prompt', 'list'])).toMatch(/solution/)
  expect(findMappingError({ problem: 'prompt', steps: 'list' }, ['prompt', 'list'])).toBeNull()
  expect(findMappingError({ problem: 'prompt', answer: 'prompt' }, columns)).toMatch(/only once/)
})

it('takes a column away again', () => {
  const choice = changeColumn({ answer: 'a' }, 'problem', 'prompt')
  expect(choice).toEqual({ answer: 'a', problem: 'prompt' })
  expect(changeColumn(choice, 'answer', '')).toEqual({ problem: 'prompt' })
})
