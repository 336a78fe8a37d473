import { expect, test } from 'vitest'
import { formatScorerMetrics } from './describe-scoring'
import type { ScorerVersion } from './score-requests'

const makeMetrics = (heldOutAnnotations: number, heldOutSteps: number, model: number) => ({
  ...{ heldOutAnnotations, heldOutSteps, heldOutErrors: 20 },
  stepAuc: { model, positionOnly: 0.6, random: 0.5 },
  ...{ firstErrorHit: null, calibrationError: 0.031 },
})

test('prints the metrics of each source and subject after those over all solutions', () => {
  const metrics = {
    ...makeMetrics(140, 600, 0.88),
    ...{ logLoss: 0.3, bins: [] },
    groups: [
      { kind: 'source' as const, name: 'sums\u001B[2J.jsonl', ...makeMetrics(100, 400, 0.99) },
      {
        ...{ kind: 'subject' as const, name: 'biology', ...makeMetrics(35, 185, 0.55) },
        firstErrorHit: { model: 0.4, positionOnly: 0.3, random: 0.25 },
      },
      { kind: 'subject' as const, name: 'physics', ...makeMetrics(5, 15, 0.55) },
    ],
  }
  const rows = formatScorerMetrics({ metrics } as unknown as ScorerVersion)
  expect(rows.slice(0, 3)).toEqual([
    '  Held out: 140 annotations.',
    '  Step AUC: 0.88 (position only 0.60, random 0.50).',
    '  Calibration error: 0.03.',
  ])
  expect(rows[3]).toMatch(/^ {2}Source sums.*\.jsonl \(100 annotations\): step AUC 0\.99 /)
  expect(rows[3]).not.toContain('\u001B')
  expect(rows.slice(4)).toEqual([
    '  Subject biology (35 annotations): step AUC 0.55 (position only 0.60, random 0.50), first error found 0.40 (position only 0.30, random 0.25), calibration error 0.03.',
    '  Subject physics (5 annotations): too few steps to measure.',
  ])
})
