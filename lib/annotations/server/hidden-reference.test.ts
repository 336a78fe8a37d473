import { expect, test } from 'vitest'
import { isReferenceAnswerShown, readHiddenReferenceShare } from './hidden-reference'

const people = Array.from({ length: 40 }, (_, i) => `person ${i}`)
const solutions = Array.from({ length: 100 }, (_, i) => `solution ${i}`)
const pairs = people.flatMap((userId) => solutions.map((solutionId) => ({ userId, solutionId })))

const settings = (hiddenReferenceShare: number, id = 'p') => ({
  id,
  showsAnswer: true,
  hiddenReferenceShare,
})
const listHidden = (hiddenReferenceShare: number, id?: string) =>
  pairs.filter((key) => !isReferenceAnswerShown(settings(hiddenReferenceShare, id), key))

test('the reference answer is hidden for the requested share of each annotator’s solutions', () => {
  expect(listHidden(0)).toHaveLength(0)
  const hidden = listHidden(0.3)
  expect(hidden.length / pairs.length).toBeCloseTo(0.3, 1)
  for (const userId of people) {
    const ownCount = hidden.filter((each) => each.userId === userId).length
    expect(ownCount).toBeGreaterThan(10)
    expect(ownCount).toBeLessThan(55)
  }
  for (const solutionId of solutions)
    expect(hidden.filter((each) => each.solutionId === solutionId).length).toBeLessThan(28)
})

test('reference answers that are hidden with a share of 20% are also hidden with a share of 50%', () => {
  const hiddenAt20 = new Set(listHidden(0.2))
  const hiddenAt50 = new Set(listHidden(0.5))
  expect([...hiddenAt20].every((each) => hiddenAt50.has(each))).toBe(true)
  expect(new Set(listHidden(0.2))).toEqual(hiddenAt20)
  expect(listHidden(0.2, 'q')).not.toEqual([...hiddenAt20])
})

test('if the project hides the reference answer from everyone, it is always hidden and no share is recorded', () => {
  const hiddenForAll = { ...settings(0.3), showsAnswer: false }
  expect(pairs.some((key) => isReferenceAnswerShown(hiddenForAll, key))).toBe(false)
  expect(readHiddenReferenceShare(hiddenForAll)).toBeNull()
  expect(readHiddenReferenceShare(settings(0))).toBeNull()
  expect(readHiddenReferenceShare(settings(0.3))).toBe(0.3)
})
