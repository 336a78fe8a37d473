import { describe, expect, test } from 'vitest'

import { readSharedDataLines } from '@/lib/formats/testing/shared-data'
import {
  crossValidateScorer,
  labelledDatasets,
  readLabelledSolutionLines,
} from '@/lib/scoring/testing/cross-validate'

/** Minimum lead in step AUC over the position baseline; `npm run bench -- --only scoring` prints the figures. */
const least = { 'big-bench-mistake': 0.15, 'mr-ben': 0.05 } as const

describe.each(labelledDatasets)('5 folds by problem on $file', ({ format, file }) => {
  test(
    'the scorer finds errors better than by step position or by chance',
    { timeout: 60_000 },
    (context) => {
      const examples = readLabelledSolutionLines(format, readSharedDataLines(context, file))
      for (const seed of [1, 2]) {
        const { scorer, positionOnly, random, calibrationError } = crossValidateScorer(
          examples,
          seed,
        )
        expect(scorer.stepAuc).toBeGreaterThanOrEqual((positionOnly.stepAuc ?? 1) + least[format])
        expect(scorer.firstErrorHit).toBeGreaterThan(positionOnly.firstErrorHit ?? 1)
        expect(scorer.firstErrorHit).toBeGreaterThan((random.firstErrorHit ?? 1) + 0.1)
        expect(random.stepAuc).toBe(0.5)
        expect(calibrationError).toBeLessThan(0.06)
      }
    },
  )
})
