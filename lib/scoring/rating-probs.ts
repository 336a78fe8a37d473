import { z } from 'zod'
import type { StepScore } from './step-scores'

const probabilityField = z.number()

/** `rating_probs` of a line: the probabilities of the ratings of each step. */
export const ratingProbsField = z.array(
  z.union(
    [
      z.looseObject({ '-1': probabilityField, '0': probabilityField, '1': probabilityField }),
      z.tuple([probabilityField, probabilityField, probabilityField]),
    ],
    { error: 'Expected {"-1": ..., "0": ..., "1": ...}, or a list of these three.' },
  ),
)

export const toStepScores = (ratingProbs: z.infer<typeof ratingProbsField>): StepScore[] =>
  ratingProbs.map((probs) =>
    Array.isArray(probs) ? probs : ([probs['-1'], probs['0'], probs['1']] as const),
  )
