import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storeUnfinishedText } from '@/lib/client/unfinished-text'
import { storeUnfinishedAdjudication, readUnfinishedAdjudication } from './unfinished-adjudication'

const errors = { 3: { explanation: { option: 1 }, progress: 'some' as const, tags: [] } }
const content = { steps: [1, 0, null, -1] as const, options: { 3: [1, null] as const }, errors }
const draft = { revision: 2, content, note: 'So.', isGold: true }
const steps = { revision: 2, stepCount: 4 }

beforeEach(() => {
  const storage = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  })
})

afterEach(() => vi.unstubAllGlobals())

test('an unfinished adjudication is stored in the browser per solution until it is deleted', () => {
  storeUnfinishedAdjudication('a', draft)
  expect(readUnfinishedAdjudication('a', steps)).toEqual(draft)
  expect(readUnfinishedAdjudication('b', steps)).toBeNull()
  storeUnfinishedAdjudication('a', null)
  expect(readUnfinishedAdjudication('a', steps)).toBeNull()
})

test('a stored adjudication is ignored if the solution’s steps have changed or the data is malformed', () => {
  storeUnfinishedAdjudication('a', draft)
  expect(readUnfinishedAdjudication('a', { ...steps, revision: 3 })).toBeNull()
  expect(readUnfinishedAdjudication('a', { ...steps, stepCount: 3 })).toBeNull()
  const malformed = [
    ...[{ steps: [5] }, { options: { 3: [7] } }, { options: { 3: 1 } }],
    ...[{ errors: { 3: { explanation: {}, progress: null, tags: [] } } }],
    ...[{ errors: { 3: { explanation: null, progress: 'lots', tags: [] } } }],
  ].map((parts) => JSON.stringify({ ...draft, content: { ...content, ...parts } }))
  for (const text of ['{', '7', '{"revision":2}', ...malformed]) {
    storeUnfinishedText('adjudication/a', text)
    expect(readUnfinishedAdjudication('a', steps)).toBeNull()
  }
})
