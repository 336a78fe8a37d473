import type { Rating, StoredAnnotation, StoredRecord } from '@/lib/formats/record'
import type { Decided } from './decide-consensus'

/**
 * What a solution's annotations come to, as one record that every format of labels writes like any annotation. Its ratings are
 * those of the consensus, of the solution's own steps, and it ends at the first error; its labeler is the policy that
 * decided, its id the solution's. What no consensus speaks of (alternatives and human options at the error, flags, times)
 * is that of the annotation which `decided.basis` names; where there is none, nothing is said of it.
 *
 * @param record of the annotation that `decided.basis` names; without one, of any annotation of the solution
 */
export function buildConsensusRecord(record: StoredRecord, decided: Decided): StoredRecord {
  const { problem, solution, annotation } = record
  const { ratings, firstError, policy, adjudication } = decided
  const isBasis = annotation.id === decided.basis
  return {
    problem,
    solution,
    events: null,
    annotation: {
      ...emptyFields,
      ...(isBasis ? pickDetails(annotation, ratings) : makeEmptyDetails(ratings)),
      ...(adjudication ? makeAdjudicationTimes(adjudication.at) : pickTimes(annotation)),
      id: solution.id,
      labeler: policy,
      stepCount: solution.steps.length,
      ratings: [...ratings],
      finishReason: firstError === null ? 'solution' : 'found_error',
      revision: solution.revision,
    },
  }
}

/** What is no one's. */
const emptyFields = {
  state: 'submitted',
  startedAt: null,
  finishNote: null,
  supersededRatings: [],
  tags: [],
  notes: [],
  stepTimesMs: [],
  guidelineVersion: null,
  answerShown: null,
  hiddenReferenceShare: null,
  irregular: null,
} as const satisfies Partial<StoredAnnotation>

const pickTimes = ({ origin, submittedAt, recordedAt }: StoredAnnotation) => ({
  ...{ origin, submittedAt, recordedAt },
})

const makeAdjudicationTimes = (submittedAt: string) => ({
  ...{ origin: 'own' as const, submittedAt, recordedAt: null },
})

type Details = Pick<
  StoredAnnotation,
  | 'flagged'
  | 'chosenPositions'
  | 'optionCounts'
  | 'optionRatings'
  | 'humanOptions'
  | 'explanation'
  | 'explanationOption'
  | 'progress'
  | 'generation'
  | 'isQualityControl'
  | 'isScreening'
  | 'totalTimeMs'
>

/** Before its error the path goes on with the solution's own steps, which are what was voted on. */
function pickDetails(annotation: StoredAnnotation, ratings: readonly Rating[]): Details {
  const { explanation, explanationOption, progress, totalTimeMs } = annotation
  const { generation, isQualityControl, isScreening } = annotation
  const error = ratings.indexOf(-1)
  const isReached = (step: number) => step < ratings.length
  return {
    flagged: ratings.map((_, step) => annotation.flagged[step] ?? null),
    chosenPositions: ratings.map((_, step) =>
      step === error ? chooseAtError(annotation, step) : 0,
    ),
    optionCounts: ratings.map((_, step) => Math.max(1, annotation.optionCounts[step] ?? 1)),
    optionRatings: annotation.optionRatings.filter(
      ({ step, position }) => isReached(step) && position > 0,
    ),
    humanOptions: annotation.humanOptions.filter(({ step }) => step === error),
    ...{ explanation, explanationOption, progress, totalTimeMs },
    ...{ generation, isQualityControl, isScreening },
  }
}

/** Nothing that was not offered, nor the step that is wrong. */
function chooseAtError(
  { chosenPositions, optionCounts }: StoredAnnotation,
  error: number,
): number | null {
  const position = chosenPositions[error] ?? null
  return position !== null && position > 0 && position < (optionCounts[error] ?? 0)
    ? position
    : null
}

function makeEmptyDetails(ratings: readonly Rating[]): Details {
  return {
    flagged: ratings.map(() => null),
    chosenPositions: ratings.map((rating) => (rating === -1 ? null : 0)),
    optionCounts: ratings.map(() => 1),
    optionRatings: [],
    humanOptions: [],
    explanation: null,
    explanationOption: null,
    progress: null,
    generation: null,
    isQualityControl: false,
    isScreening: false,
    totalTimeMs: 0,
  }
}
