import { expect, test } from 'vitest'
import { listAnswerPairsContract } from '@/lib/review/answers-contract'
import { readSearch, searchCharacters } from './read-search'

const accepts = (text: string) =>
  listAnswerPairsContract.input.safeParse({ project: 'p', show: 'search', text }).success

test('what can be looked for is left as it is', () => {
  for (const text of ['', '50\\%', 'x'.repeat(searchCharacters)])
    expect(readSearch(text)).toEqual({ text, problem: null })
  expect(readSearch(undefined)).toEqual({ text: '', problem: null })
  expect(readSearch(['a', 'b'])).toEqual({ text: '', problem: null })
})

test.each(['a\0b', 'x'.repeat(201), '\ud800', `${'x'.repeat(300)}😀`, '\0'.repeat(300)])(
  'what cannot is refused at the field, with what can',
  (given) => {
    expect(accepts(given)).toBe(false)
    const { text, problem } = readSearch(given)
    expect(problem).not.toBeNull()
    expect(accepts(text)).toBe(true)
  },
)
