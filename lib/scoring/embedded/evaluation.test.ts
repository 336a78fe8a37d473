import { describe, expect, test } from 'vitest'
import { readSharedDataLines } from '@/lib/formats/testing/shared-data'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import {
  crossValidateScorer,
  labelledDatasets,
  readLabelledSolutionLines,
} from '@/lib/scoring/testing/cross-validate'
import { measureScorer } from './measure-scorer'
import { predictHeldOutExample } from './score-held-out'
import { trainScorer } from './train-scorer'

/** Minimum lead in step AUC over the position baseline; `npm run bench -- --only scoring` prints the figures. */
const minLead = { 'big-bench-mistake': 0.15, 'mr-ben': 0.05 } as const

describe.each(labelledDatasets)('5 folds by problem on $file', ({ format, file }) => {
  test(
    'the scorer finds errors better than by step position or by chance',
    { timeout: 60_000 },
    (context) => {
      const examples = readLabelledSolutionLines(format, readSharedDataLines(context, file))
      for (const seed of isFullTestRun ? [1, 2] : [1]) {
        const { scorer, positionOnly, random, calibrationError } = crossValidateScorer(
          examples,
          seed,
        )
        expect(scorer.stepAuc).toBeGreaterThanOrEqual((positionOnly.stepAuc ?? 1) + minLead[format])
        expect(scorer.firstErrorHit).toBeGreaterThan(positionOnly.firstErrorHit ?? 1)
        expect(scorer.firstErrorHit).toBeGreaterThan((random.firstErrorHit ?? 1) + 0.1)
        expect(random.stepAuc).toBe(0.5)
        expect(calibrationError).toBeLessThan(0.06)
      }
    },
  )
})

test(
  'a scorer trained on one source or subject is calibrated on another, and better than chance',
  { timeout: 60_000 },
  (context) => {
    const [arithmetic = [], mathematics = []] = labelledDatasets.map(({ format, file }) =>
      readLabelledSolutionLines(format, readSharedDataLines(context, file)),
    )
    const [college, school] = ['college_math', 'high_school_math'].map((name) =>
      mathematics.filter(({ subject }) => subject === name),
    )
    for (const [training, tested] of [
      [arithmetic, mathematics],
      [[...arithmetic, ...school!], college!],
      [college!, school!],
    ] as const) {
      const result = trainScorer(training, { seed: 1 })
      if (!result.ok) throw new Error(result.problem)
      const { model } = result.scorer
      const metrics = measureScorer(
        tested.map((example) => predictHeldOutExample(model, () => 0.5, example)),
      )
      expect(metrics.calibrationError).toBeLessThan(0.1)
      expect(metrics.logLoss).toBeLessThan((metrics.baseLogLoss ?? 0) + 0.03)
      expect(metrics.scorer.stepAuc).toBeGreaterThan(0.53)
    }
  },
)
