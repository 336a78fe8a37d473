import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hash } from './name-records'
import { StoredNames } from './stored-names'

test('for an empty project, matches every added name and hardly any other', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 200 }), (texts) => {
      const names = new StoredNames(true)
      const [absentTexts, storedTexts] = [
        texts.slice(0, texts.length / 2),
        texts.slice(texts.length / 2),
      ]
      for (const text of storedTexts) names.add(hash(text))
      expect(storedTexts.filter((text) => !names.mayHave(hash(text)))).toEqual([])
      expect(absentTexts.filter((text) => names.mayHave(hash(text)))).toEqual([])
    }),
    { numRuns: 30, seed: 1 },
  )
})

test('for a project that already has records, matches every name', () => {
  expect(new StoredNames(false).mayHave(hash('x'))).toBe(true)
})
