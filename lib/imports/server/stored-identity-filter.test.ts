import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashValue } from './record-hashes'
import { StoredIdentityFilter } from './stored-identity-filter'

test('the identity filter matches every added identity and hardly any other in an empty project', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 200 }), (texts) => {
      const storedIdentities = new StoredIdentityFilter(true)
      const [absentTexts, storedTexts] = [
        texts.slice(0, texts.length / 2),
        texts.slice(texts.length / 2),
      ]
      for (const text of storedTexts) storedIdentities.add(hashValue(text))
      expect(storedTexts.filter((text) => !storedIdentities.mayContain(hashValue(text)))).toEqual(
        [],
      )
      expect(absentTexts.filter((text) => storedIdentities.mayContain(hashValue(text)))).toEqual([])
    }),
    { numRuns: 30, seed: 1 },
  )
})

test('in a project that already had records, the identity filter matches any identity, even one that was never added', () => {
  expect(new StoredIdentityFilter(false).mayContain(hashValue('x'))).toBe(true)
})
