import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PerformanceTable } from './performance-table'
import type { PersonSummary } from './person'

const noCounts = { answers: 0, exact: 0 }

const makePerson = (name: string, work: Partial<PersonSummary['work']>): PersonSummary => ({
  user: `id-${name}`,
  name,
  role: 'annotator',
  isDisabled: false,
  pausedAt: null,
  work: {
    annotations: 0,
    gaveUp: 0,
    badProblem: 0,
    flagged: 0,
    skips: 0,
    activeMs: 0,
    medianStepMs: null,
    tooFast: 0,
    timed: 0,
    ...work,
  },
  gold: {
    ...noCounts,
    near: 0,
    verdict: 0,
    missed: 0,
    falseAlarm: 0,
    posterior: { mean: 0.5, low: 0.025, high: 0.975 },
    recent: noCounts,
    before: noCounts,
    worseProbability: null,
    isDrifting: false,
    counted: noCounts,
    underProbability: null,
  },
})

const render = (...people: PersonSummary[]) =>
  renderToStaticMarkup(<PerformanceTable slug="maths" list={{ pauseBelow: null, people }} />)

test('PerformanceTable shows how many solutions each person has skipped, in a column that can be sorted', () => {
  const table = render(
    makePerson('Ana', { annotations: 3, skips: 1_204 }),
    makePerson('Ben', { annotations: 4 }),
  )
  expect(table).toMatch(/<button[^>]*>Skipped</)
  const cells = [...table.matchAll(/data-label="Skipped"[^>]*>([^<]*)</g)]
  expect(cells.map(([, text]) => text)).toEqual(['1,204', '0'])
})

test('PerformanceTable lists a person who has only skipped, and no one without work', () => {
  const table = render(makePerson('Ana', { skips: 2 }), makePerson('Ben', {}))
  expect(table).toContain('Ana')
  expect(table).not.toContain('Ben')
})
