import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storeText } from '@/lib/client/stored-text'
import { keepRuling, readKeptRuling } from './keep-ruling'

const begun = { revision: 2, ratings: [1, 0, null, -1] as const, note: 'So.', isGold: true }
const steps = { revision: 2, stepCount: 4 }

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})

afterEach(() => vi.unstubAllGlobals())

test('what is begun is kept by its solution, until it is forgotten', () => {
  keepRuling('a', begun)
  expect(readKeptRuling('a', steps)).toEqual(begun)
  expect(readKeptRuling('b', steps)).toBeNull()
  keepRuling('a', null)
  expect(readKeptRuling('a', steps)).toBeNull()
})

test('what is of other steps, or no ruling at all, is left alone', () => {
  keepRuling('a', begun)
  expect(readKeptRuling('a', { ...steps, revision: 3 })).toBeNull()
  expect(readKeptRuling('a', { ...steps, stepCount: 3 })).toBeNull()
  for (const words of ['{', '7', '{"revision":2}', '{"revision":2,"ratings":[5]}']) {
    storeText('adjudication/a', words)
    expect(readKeptRuling('a', steps)).toBeNull()
  }
})
