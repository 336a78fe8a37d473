import { expect, test } from 'vitest'
import { chooseAdoptShortcut } from './list-adjudication-actions'

const chooseKeys = (...letters: string[]) =>
  letters.map((_, column) => (chooseAdoptShortcut(letters, column) === 'adoptFirst' ? 'a' : 'b'))

test('the keys a and b use the ratings of annotators A and B, whichever columns show them', () => {
  expect(chooseKeys('A', 'B')).toEqual(['a', 'b'])
  expect(chooseKeys('B', 'A')).toEqual(['b', 'a'])
  expect(chooseKeys('A')).toEqual(['a'])
  expect(chooseKeys('B')).toEqual(['b'])
})

test('an annotator after B gets the key, a or b, that the other column does not use; without A and B, the first column gets a', () => {
  expect(chooseKeys('A', 'C')).toEqual(['a', 'b'])
  expect(chooseKeys('C', 'A')).toEqual(['b', 'a'])
  expect(chooseKeys('B', 'C')).toEqual(['b', 'a'])
  expect(chooseKeys('C', 'B')).toEqual(['a', 'b'])
  expect(chooseKeys('C', 'D')).toEqual(['a', 'b'])
  expect(chooseKeys('C')).toEqual(['a'])
})
