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
    const own = hidden.filter((each) => each.userId === userId).length
    expect(own).toBeGreaterThan(10)
    expect(own).toBeLessThan(55)
  }
  for (const solutionId of solutions)
    expect(hidden.filter((each) => each.solutionId === solutionId).length).toBeLessThan(28)
})

test('reference answers that are hidden with a share of 20% are also hidden with a share of 50%', () => {
  const few = new Set(listHidden(0.2))
  const more = new Set(listHidden(0.5))
  expect([...few].every((each) => more.has(each))).toBe(true)
  expect(new Set(listHidden(0.2))).toEqual(few)
  expect(listHidden(0.2, 'q')).not.toEqual([...few])
})

test('the reference answer is always hidden, without a random choice, if the project hides it from everyone', () => {
  const off = { ...settings(0.3), showsAnswer: false }
  expect(pairs.some((key) => isReferenceAnswerShown(off, key))).toBe(false)
  expect(readHiddenReferenceShare(off)).toBeNull()
  expect(readHiddenReferenceShare(settings(0))).toBeNull()
  expect(readHiddenReferenceShare(settings(0.3))).toBe(0.3)
})
