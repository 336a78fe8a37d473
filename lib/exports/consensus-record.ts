import type { Rating, StoredAnnotation, StoredRecord } from '@/lib/formats/record'
import type { DecidedSolution } from './decide-consensus'

/**
 * The consensus of a solution as one record, which every label format writes like an annotation. It
 * has the consensus ratings of the solution's own steps and ends at the first error. Its labeler is
 * the policy that decided, and its id is the solution's. What a consensus does not cover
 * (alternatives and human options at the error, flags, times) comes from the annotation in
 * `decided.basis`; without one, it is empty.
 *
 * @param record of the annotation in `decided.basis`, or of any annotation of the solution if there
 * is none
 */
export function buildConsensusRecord(record: StoredRecord, decided: DecidedSolution): StoredRecord {
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

/** Has no author. */
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

/** Before the error, the path has the solution's own steps, because those were voted on. */
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

/** Only offered options, without the incorrect step. */
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
