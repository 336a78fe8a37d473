import { expect, test } from 'vitest'
import { shortenProblem } from './report-file'

test.each(['k', '\ud83d\ude00'])('place and reason of %j have a bound, and stay text', (part) => {
  const words = `x${part.repeat(400_000)}`
  const problem = { line: 2, offset: 7, place: words, reason: words, start: '{}' }
  const { place, reason, ...rest } = shortenProblem(problem)
  expect(rest).toEqual({ line: 2, offset: 7, start: '{}' })
  for (const cut of [place, reason]) {
    expect(cut).toHaveLength(500)
    expect(cut.endsWith('…') && cut.isWellFormed()).toBe(true)
  }
  expect(shortenProblem({ ...problem, place: 'a', reason: 'b' })).toMatchObject({
    ...{ place: 'a', reason: 'b' },
  })
})
