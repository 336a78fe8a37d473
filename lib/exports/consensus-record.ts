import { findFirstError } from '@/lib/formats/annotation-rules'
import type { Rating, StoredAnnotation, StoredRecord, StoredSolution } from '@/lib/formats/record'
import type { AdjudicatedErrorDetails, DecidedSolution } from './decide-consensus'

/**
 * The consensus of a solution as one record, which every format except `stepmark` writes like an annotation. It
 * has the consensus ratings of the solution's own steps and ends at the first error. Its labeler is
 * the policy that decided, and its id is the solution's. What a consensus does not cover
 * (flags, alternatives, human options at the error, times) comes from the annotation in
 * `decided.basis`, and is empty without one. A reviewer's answers about the error replace those of the
 * annotator, and the time is that of the adjudication.
 *
 * @param record of the annotation in `decided.basis`, or of any annotation of the solution if there
 * is none
 */
export function buildConsensusRecord(record: StoredRecord, decided: DecidedSolution): StoredRecord {
  const { problem, solution, annotation } = record
  const { ratings, firstError, policy, adjudication } = decided
  const isBasis = annotation.id === decided.basis
  const details = isBasis ? pickDetails(annotation, ratings) : makeEmptyDetails(ratings)
  return {
    problem,
    solution,
    events: null,
    annotation: {
      ...emptyFields,
      ...(adjudication && firstError !== null
        ? replaceAnswers(details, adjudication.answers, { solution, firstError })
        : details),
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

/** Values of fields that a consensus does not have. */
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
  origin,
  submittedAt,
  recordedAt,
})

const makeAdjudicationTimes = (submittedAt: string) => ({
  origin: 'own' as const,
  submittedAt,
  recordedAt: null,
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

/** Uses the reviewer's answers. Keeps details that the reviewer was not asked about. */
function replaceAnswers(
  details: Details,
  { optionRatings, explanation, explanationOption, progress }: AdjudicatedErrorDetails,
  { solution, firstError }: { solution: Pick<StoredSolution, 'options'>; firstError: number },
): Details {
  const hasOptionRatings = optionRatings.length > 0
  const numbers = solution.options
    .flatMap(({ step, option }) => (step === firstError && option > 0 ? [option] : []))
    .sort((a, b) => a - b)
  const options = {
    chosenPositions: details.chosenPositions.with(firstError, null),
    optionCounts: details.optionCounts.with(firstError, 1 + optionRatings.length),
    optionRatings: [
      ...details.optionRatings.filter(({ step }) => step !== firstError),
      ...optionRatings.map((rating, index) => ({
        step: firstError,
        position: index + 1,
        option: numbers[index]!,
        rating,
        flagged: false,
      })),
    ],
  }
  return {
    ...details,
    ...(hasOptionRatings && options),
    ...(explanation !== null && { explanation, explanationOption }),
    progress: progress ?? details.progress,
  }
}

/** Before the error, the path has the solution's own steps, because those were voted on. */
function pickDetails(annotation: StoredAnnotation, ratings: readonly Rating[]): Details {
  const { explanation, explanationOption, progress, totalTimeMs } = annotation
  const { generation, isQualityControl, isScreening } = annotation
  const error = findFirstError(ratings)
  const isReached = (step: number) => step < ratings.length
  return {
    flagged: ratings.map((_, step) => annotation.flagged[step] ?? null),
    chosenPositions: ratings.map((_, step) =>
      step === error ? findChosenAlternative(annotation, step) : 0,
    ),
    optionCounts: ratings.map((_, step) => Math.max(1, annotation.optionCounts[step] ?? 1)),
    optionRatings: annotation.optionRatings.filter(
      ({ step, position }) => isReached(step) && position > 0,
    ),
    humanOptions: annotation.humanOptions.filter(({ step }) => step === error),
    explanation,
    explanationOption,
    progress,
    totalTimeMs,
    generation,
    isQualityControl,
    isScreening,
  }
}

/** The chosen alternative at the error; null if the annotator chose none or wrote a step. */
function findChosenAlternative(
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
