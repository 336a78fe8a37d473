import { expect, test } from 'vitest'
import { listAnswerPairsContract } from '@/lib/answers/contract'
import { readAnswerSearch, maxSearchCharacters } from './read-answer-search'

const isAccepted = (text: string) =>
  listAnswerPairsContract.input.safeParse({ project: 'p', show: 'search', text }).success

test('readAnswerSearch returns a valid search text unchanged, and an empty one if the parameter is missing or repeated', () => {
  for (const text of ['', '50\\%', 'x'.repeat(maxSearchCharacters)])
    expect(readAnswerSearch(text)).toEqual({ text, searchError: null })
  expect(readAnswerSearch(undefined)).toEqual({ text: '', searchError: null })
  expect(readAnswerSearch(['a', 'b'])).toEqual({ text: '', searchError: null })
})

test.each(['a\0b', 'x'.repeat(201), '\ud800', `${'x'.repeat(300)}😀`, '\0'.repeat(300)])(
  'readAnswerSearch returns an error and a corrected text for an invalid search text',
  (searchText) => {
    expect(isAccepted(searchText)).toBe(false)
    const { text, searchError } = readAnswerSearch(searchText)
    expect(searchError).not.toBeNull()
    expect(isAccepted(text)).toBe(true)
  },
)
