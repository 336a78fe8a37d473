import { expect, test } from 'vitest'
import { formatScorerMetrics } from './describe-scoring'
import type { ScorerVersion } from './score-requests'

const makeMetrics = (heldOutAnnotations: number, heldOutSteps: number, model: number) => ({
  heldOutProblems: 12,
  heldOutAnnotations,
  heldOutSteps,
  heldOutErrors: 20,
  stepAuc: { model, positionOnly: 0.6, random: 0.5 },
  firstErrorHit: null,
  calibrationError: 0.031,
})

test('prints the metrics of each file and subject after those over all solutions', () => {
  const metrics = {
    ...makeMetrics(140, 600, 0.88),
    logLoss: 0.3,
    bins: [],
    groups: [
      { kind: 'source' as const, name: 'sums\u001B[2J.jsonl', ...makeMetrics(100, 400, 0.99) },
      {
        kind: 'subject' as const,
        name: 'biology',
        ...makeMetrics(35, 185, 0.55),
        firstErrorHit: { model: 0.4, positionOnly: 0.3, random: 0.25 },
      },
      { kind: 'subject' as const, name: 'physics', ...makeMetrics(5, 15, 0.55) },
      {
        kind: 'subject' as const,
        name: 'algebra',
        ...makeMetrics(9, 100, 0.51),
        heldOutErrors: 2,
        heldOutProblems: 4,
      },
    ],
  }
  const rows = formatScorerMetrics({ metrics } as unknown as ScorerVersion)
  expect(rows.slice(0, 3)).toEqual([
    '  Measured on 600 ratings (20 negative) of 12 held-out problems.',
    '  Step AUC: 0.88 (baselines: step position 0.60, random 0.50).',
    '  Calibration error: 0.03.',
  ])
  expect(rows[3]).toMatch(
    /^ {2}File sums.*\.jsonl, 400 ratings \(20 negative\) of 12 held-out problems: step AUC 0\.99 /,
  )
  expect(rows[3]).not.toContain('\u001B')
  expect(rows.slice(4)).toEqual([
    '  Subject biology, 185 ratings (20 negative) of 12 held-out problems: step AUC 0.55 (baselines: step position 0.60, random 0.50), first errors found 0.40 (baselines: step position 0.30, random 0.25), calibration error 0.03.',
    '  Subject physics, 15 ratings (20 negative) of 12 held-out problems: too few to measure.',
    '  Subject algebra, 100 ratings (2 negative) of 4 held-out problems: step AUC not measured, n = 2 negative (needs 20), calibration error 0.03.',
  ])
})

test('gives a reason instead of a metric from too few ratings or errors', () => {
  const metrics = {
    ...makeMetrics(4, 6, 0.5),
    heldOutErrors: 4,
    firstErrorHit: { model: 0.5, positionOnly: 0.5, random: 0.5 },
    groups: [],
  }
  expect(formatScorerMetrics({ metrics } as unknown as ScorerVersion).slice(1)).toEqual([
    '  Step AUC: not measured, n = 6 (needs 20).',
    '  First errors found: not measured, 4 errors (needs 20).',
    '  Calibration error: not measured, n = 6 (needs 20).',
  ])
})
