import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normaliseAgreementFilters } from '@/lib/agreement/agreement-filters'
import type { AgreementFilters } from './agreement'
import { agreementHref, hasNoFilters } from './agreement-href'
import {
  describeAnnotatorFilter,
  describeDateFilter,
  describeDisagreementScope,
  describeGuidelineFilter,
  describeRoundFilter,
  describeSampleFilter,
  describeSubjectFilter,
  findStartOfLastWeeks,
} from './describe-filters'
import { readAgreementFilters } from './read-agreement-filters'

const defaultFilters: AgreementFilters = { sample: 'auto', labels: 'all' }

/** Reads the filters from an address, with the parameters in the shape in which Next passes them to a page. */
function readAddress(address: string): AgreementFilters {
  const parameters = new URL(address, 'https://example.org').searchParams
  const texts: Record<string, string | string[]> = {}
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name)
    texts[name] = values.length === 1 ? values[0]! : values
  }
  return readAgreementFilters(texts)
}

describe('filters in the URL', () => {
  test('are omitted if nothing is filtered', () => {
    expect(agreementHref('maths', defaultFilters)).toBe('/projects/maths/agreement')
    expect(readAddress('/projects/maths/agreement')).toEqual(defaultFilters)
    expect(hasNoFilters(defaultFilters)).toBe(true)
    expect(hasNoFilters({ ...defaultFilters, rounds: [1] })).toBe(false)
  })

  test('are read back unchanged, for random filters', () => {
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
      fc.property(filters, (candidate) => {
        const normalised = normaliseAgreementFilters(candidate)
        expect(readAddress(agreementHref('maths', normalised))).toEqual(normalised)
      }),
    )
  })

  test.each([
    ['round=two', defaultFilters],
    ['round=1.5', defaultFilters],
    ['from=yesterday&round=2', { ...defaultFilters, rounds: [2] }],
    ['sample=best&labels=own', { ...defaultFilters, labels: 'own' }],
    ['sample=all&sample=random', { ...defaultFilters, sample: 'all' }],
    ['who=anyone', defaultFilters],
    ['from=2026-03-01&until=2026-03-01', { ...defaultFilters, from: '2026-03-01' }],
  ])('are ignored if invalid: %s', (query, expected) => {
    expect(readAddress(`/projects/maths/agreement?${query}`)).toEqual(expected)
  })
})

test('normaliseAgreementFilters sorts the values of a filter and omits duplicates and empty lists', () => {
  expect(
    normaliseAgreementFilters({
      ...defaultFilters,
      rounds: [10, 2, 10],
      people: [],
      subjects: ['b', 'a'],
    }),
  ).toEqual({ ...defaultFilters, rounds: [2, 10], subjects: ['a', 'b'] })
})

describe('text of the filter chips', () => {
  // A Sunday and the Monday after it.
  const [sunday, monday] = [new Date('2026-11-22T23:59:00Z'), new Date('2026-11-23T00:00:00Z')]

  test('starts the ranges of the last weeks on a Monday and includes the current week', () => {
    expect(findStartOfLastWeeks(1, sunday)).toBe('2026-11-16')
    expect(findStartOfLastWeeks(1, monday)).toBe('2026-11-23')
    expect(findStartOfLastWeeks(8, sunday)).toBe('2026-09-28')
  })

  test.each([
    [{}, 'any'],
    [{ from: '2026-09-28' }, 'last 8 weeks'],
    [{ from: '2026-09-29' }, 'since 29 Sept 2026'],
    [{ until: '2026-03-01' }, 'until 28 Feb 2026'],
    [{ from: '2026-09-28', until: '2026-11-01' }, '28 Sept 2026 – 31 Oct 2026'],
  ])('describes the date filter %j', (dates, expected) => {
    expect(describeDateFilter({ ...defaultFilters, ...dates }, sunday)).toBe(expected)
  })

  test('describes the filters by annotator, round, guideline, subject and sample', () => {
    const people = [{ labeler: 'a', name: 'Mei Lin' }]
    expect(describeAnnotatorFilter(defaultFilters, people)).toBe('all')
    expect(describeAnnotatorFilter({ ...defaultFilters, people: ['a', 'b'] }, people)).toBe(
      'Mei Lin, unknown',
    )
    expect(describeAnnotatorFilter({ ...defaultFilters, people: ['a', 'b', 'c'] }, people)).toBe(
      '3 people',
    )
    expect(describeRoundFilter(defaultFilters)).toBe('all')
    expect(describeRoundFilter({ ...defaultFilters, rounds: [1, 2] })).toBe('1, 2')
    expect(describeGuidelineFilter({ ...defaultFilters, guidelines: [3] })).toBe('v3')
    expect(describeSubjectFilter({ ...defaultFilters, subjects: ['Algebra'] })).toBe('Algebra')
    expect(describeSampleFilter(defaultFilters, null)).toBe('automatic')
    expect(describeSampleFilter(defaultFilters, 'random')).toBe('random sample')
    expect(describeSampleFilter({ ...defaultFilters, sample: 'all' }, 'all')).toBe('all')
    expect(describeSampleFilter({ ...defaultFilters, slices: ['uncertain'] }, 'all')).toBe(
      'Uncertain',
    )
  })
})

test('the list of disagreements says which filters it ignores', () => {
  const pair = { person: 'a', otherPerson: 'b' }
  const people = ['a', 'b']
  expect(describeDisagreementScope({}, defaultFilters)).toBe('in this project')
  expect(describeDisagreementScope({}, { ...defaultFilters, rounds: [1] })).toBe(
    'in this project, not filtered',
  )
  expect(describeDisagreementScope(pair, { ...defaultFilters, people })).toBe(
    'between these annotators',
  )
  expect(describeDisagreementScope(pair, { ...defaultFilters, people, rounds: [1] })).toBe(
    'between these annotators, not filtered otherwise',
  )
})
