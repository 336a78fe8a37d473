import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { settleFilters } from '@/lib/review/agreement-filters'
import type { AgreementFilters } from './agreement'
import {
  describeDays,
  describeGuidelines,
  describePeople,
  describeRounds,
  describeSolutions,
  describeSubjects,
  findMonday,
} from './describe-filters'
import { readFilters } from './read-filters'
import { addressAgreement, isUnfiltered } from './write-filters'

const usual: AgreementFilters = { sample: 'auto', labels: 'all' }

/** As Next gives them to a page. */
function readAddress(address: string): AgreementFilters {
  const parameters = new URL(address, 'https://example.org').searchParams
  const given: Record<string, string | string[]> = {}
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name)
    given[name] = values.length === 1 ? values[0]! : values
  }
  return readFilters(given)
}

describe('filters in the address', () => {
  test('nothing narrowed is nothing in it', () => {
    expect(addressAgreement('maths', usual)).toBe('/projects/maths/agreement')
    expect(readAddress('/projects/maths/agreement')).toEqual(usual)
    expect(isUnfiltered(usual)).toBe(true)
    expect(isUnfiltered({ ...usual, rounds: [1] })).toBe(false)
  })

  test('what is written is read again', () => {
    const text = fc.string({ minLength: 1, maxLength: 20 }).filter((each) => !each.includes('\0'))
    const filters = fc.record(
      {
        sample: fc.constantFrom('auto' as const, 'random' as const, 'all' as const),
        labels: fc.constantFrom('all' as const, 'own' as const, 'imported' as const),
        people: fc.array(text, { maxLength: 4 }),
        subjects: fc.array(text, { maxLength: 4 }),
        slices: fc.array(text, { maxLength: 4 }),
        rounds: fc.array(fc.integer({ min: -3, max: 300 }), { maxLength: 4 }),
        guidelines: fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 4 }),
        from: fc.constant('2026-02-28'),
        until: fc.constant('2026-03-01'),
      },
      { requiredKeys: ['sample', 'labels'] },
    )
    fc.assert(
      fc.property(filters, (made) => {
        const settled = settleFilters(made)
        expect(readAddress(addressAgreement('maths', settled))).toEqual(settled)
      }),
    )
  })

  test.each([
    ['round=two', usual],
    ['round=1.5', usual],
    ['from=yesterday&round=2', { ...usual, rounds: [2] }],
    ['sample=best&labels=own', { ...usual, labels: 'own' }],
    ['sample=all&sample=random', { ...usual, sample: 'all' }],
    ['who=anybody', usual],
  ])('%s: what cannot be read is left alone', (query, expected) => {
    expect(readAddress(`/projects/maths/agreement?${query}`)).toEqual(expected)
  })
})

test('equal choices are equal, in whichever order and however often they were named', () => {
  expect(
    settleFilters({ ...usual, rounds: [10, 2, 10], people: [], subjects: ['b', 'a'] }),
  ).toEqual({ ...usual, rounds: [2, 10], subjects: ['a', 'b'] })
})

describe('filters in words', () => {
  // A Sunday, and the Monday after it.
  const [sunday, monday] = [new Date('2026-11-22T23:59:00Z'), new Date('2026-11-23T00:00:00Z')]

  test('weeks begin on Monday, and this one is among them', () => {
    expect(findMonday(1, sunday)).toBe('2026-11-16')
    expect(findMonday(1, monday)).toBe('2026-11-23')
    expect(findMonday(8, sunday)).toBe('2026-09-28')
  })

  test.each([
    [{}, 'at any time'],
    [{ from: '2026-09-28' }, 'in the last 8 weeks'],
    [{ from: '2026-09-29' }, 'since 29 Sept 2026'],
    [{ until: '2026-03-01' }, 'before 1 Mar 2026'],
    [{ from: '2026-09-28', until: '2026-11-01' }, 'from 28 Sept 2026 to before 1 Nov 2026'],
  ])('days %j', (given, words) => {
    expect(describeDays({ ...usual, ...given }, sunday)).toBe(words)
  })

  test('the others', () => {
    const people = [{ labeler: 'a', name: 'Mei Lin' }]
    expect(describePeople(usual, people)).toBe('everybody')
    expect(describePeople({ ...usual, people: ['a', 'b'] }, people)).toBe(
      'Mei Lin and somebody unknown',
    )
    expect(describePeople({ ...usual, people: ['a', 'b', 'c'] }, people)).toBe('3 people')
    expect(describeRounds({ ...usual, rounds: [1, 2] })).toBe('rounds 1, 2')
    expect(describeGuidelines({ ...usual, guidelines: [3] })).toBe('guideline 3')
    expect(describeSubjects({ ...usual, subjects: ['Algebra'] })).toBe('Algebra')
    expect(describeSolutions(usual, null)).toBe('solutions')
    expect(describeSolutions(usual, 'random')).toBe('solutions drawn at random')
    expect(describeSolutions({ ...usual, sample: 'all' }, 'all')).toBe('all solutions')
    expect(describeSolutions({ ...usual, slices: ['uncertain'] }, 'all')).toBe(
      'solutions chosen as uncertain',
    )
  })
})
