import { expect, test } from 'vitest'
import { markFamiliarWords, measureTrust } from './familiarity'
import { Featuriser } from './featurise'
import { featuriseExamples } from './training-rows'

/** Each list has the texts of rated steps of one problem. */
const markFamiliar = (problems: string[][]) => {
  const examples = problems.flatMap((texts, i) =>
    texts.map((text) => ({
      problemId: `p${i}`,
      problem: '',
      steps: [text],
      ratings: [1 as const],
    })),
  )
  const rows = featuriseExamples(examples, () => true)!
  return markFamiliarWords(
    rows,
    Int32Array.from({ length: rows.count }, (_, row) => row),
  )
}

const trust = (familiar: Uint8Array, text: string) => {
  const featuriser = new Featuriser()
  featuriser.startSolution('')
  const { indices, plain, wordsEnd } = featuriser.describeStep(text)
  return measureTrust(familiar, indices, { start: plain, end: wordsEnd })
}

test('a word is familiar if two problems contain it, however often one does', () => {
  const familiarWords = markFamiliar([['add apples', 'apples and apples'], ['add pears']])
  expect(trust(familiarWords, 'add')).toBe(1)
  expect(trust(familiarWords, 'apples')).toBe(0)
  expect(trust(familiarWords, 'pears')).toBe(0)
  expect(trust(familiarWords, 'cells')).toBe(0)
})

test('trust is the squared share of the distinct words that are familiar, 1 without words', () => {
  const familiarWords = markFamiliar([['we add 57 and'], ['then we add 83']])
  expect(trust(familiarWords, 'we add 12')).toBe(1)
  expect(trust(familiarWords, 'we we we divide')).toBe(0.25)
  expect(trust(familiarWords, '')).toBe(1)
})
