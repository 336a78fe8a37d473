import { expect, test } from 'vitest'
import { layOutWeeklyAgreement } from './weekly-agreement-layout'

const weeks = Array.from({ length: 12 }, (_, week) => ({
  week: new Date(Date.UTC(2026, 8, 7 + 7 * week)).toISOString().slice(0, 10),
  solutions: 30,
  exact: { value: 0.9, low: 0.8, high: 0.95, missingReason: null },
}))

function listLabels(...days: string[]) {
  const guidelines = days.map((day, i) => ({ version: i + 1, publishedAt: `${day}T12:00:00Z` }))
  return layOutWeeklyAgreement(weeks, guidelines).marks.map(({ label }) => label)
}

test('guideline versions of the same week share a label, which names all of them', () => {
  expect(listLabels('2026-09-21', '2026-09-22')).toEqual(['Guideline v1, v2', null])
  expect(listLabels('2026-09-21', '2026-09-22', '2026-10-01', '2026-11-02')).toEqual([
    'Guideline v1, v2, v3',
    null,
    null,
    'Guideline v4',
  ])
})

test('guideline versions that are far enough apart have their own labels', () => {
  expect(listLabels('2026-09-21', '2026-10-12')).toEqual(['Guideline v1', 'Guideline v2'])
})
