import { expect, it } from 'vitest'
import { changeColumn, findColumnStop, findNamed } from './column-words'

it('knows what a header says by itself', () => {
  expect(findNamed('text', ['prompt', 'response'])).toBe('response')
  expect(findNamed('problem', ['prompt', 'response'])).toBeNull()
})

it('asks for a problem and a solution, each from a column of its own', () => {
  const columns = ['prompt', 'response', 'list']
  expect(findColumnStop({}, columns)).toMatch(/problem/)
  expect(findColumnStop({ problem: 'prompt' }, columns)).toBeNull()
  expect(findColumnStop({ problem: 'prompt' }, ['prompt', 'list'])).toMatch(/solution/)
  expect(findColumnStop({ problem: 'prompt', steps: 'list' }, ['prompt', 'list'])).toBeNull()
  expect(findColumnStop({ problem: 'prompt', answer: 'prompt' }, columns)).toMatch(/one thing/)
})

it('takes a column away again', () => {
  const choice = changeColumn({ answer: 'a' }, 'problem', 'prompt')
  expect(choice).toEqual({ answer: 'a', problem: 'prompt' })
  expect(changeColumn(choice, 'answer', '')).toEqual({ problem: 'prompt' })
})
