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
  const { ratings, firstError, policy, ruling } = decided
  const isBasis = annotation.id === decided.basis
  return {
    problem,
    solution,
    events: null,
    annotation: {
      ...bare,
      ...(isBasis ? pickBeyond(annotation, ratings) : startEmpty(ratings)),
      ...(ruling ? sayWhenRuled(ruling.at) : sayWhen(annotation)),
      id: solution.id,
      labeler: policy,
      stepCount: solution.steps.length,
      ratings: [...ratings],
      finishReason: firstError === null ? 'solution' : 'found_error',
      revision: solution.revision,
    },
  }
}

/** What is nobody's. */
const bare = {
  state: 'submitted',
  startedAt: null,
  finishNote: null,
  aside: [],
  tags: [],
  notes: [],
  stepTimesMs: [],
  guidelineVersion: null,
  answerShown: null,
  blindShare: null,
  irregular: null,
} as const satisfies Partial<StoredAnnotation>

const sayWhen = ({ origin, submittedAt, recordedAt }: StoredAnnotation) => ({
  ...{ origin, submittedAt, recordedAt },
})

const sayWhenRuled = (submittedAt: string) => ({
  ...{ origin: 'own' as const, submittedAt, recordedAt: null },
})

type Beyond = Pick<
  StoredAnnotation,
  | 'flagged'
  | 'chosen'
  | 'offered'
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
function pickBeyond(annotation: StoredAnnotation, ratings: readonly Rating[]): Beyond {
  const { explanation, explanationOption, progress, totalTimeMs } = annotation
  const { generation, isQualityControl, isScreening } = annotation
  const error = ratings.indexOf(-1)
  const isReached = (step: number) => step < ratings.length
  return {
    flagged: ratings.map((_, step) => annotation.flagged[step] ?? null),
    chosen: ratings.map((_, step) => (step === error ? chooseAtError(annotation, step) : 0)),
    offered: ratings.map((_, step) => Math.max(1, annotation.offered[step] ?? 1)),
    optionRatings: annotation.optionRatings.filter(
      ({ step, position }) => isReached(step) && position > 0,
    ),
    humanOptions: annotation.humanOptions.filter(({ step }) => step === error),
    ...{ explanation, explanationOption, progress, totalTimeMs },
    ...{ generation, isQualityControl, isScreening },
  }
}

/** Nothing that was not offered, nor the step that is wrong. */
function chooseAtError({ chosen, offered }: StoredAnnotation, error: number): number | null {
  const position = chosen[error] ?? null
  return position !== null && position > 0 && position < (offered[error] ?? 0) ? position : null
}

function startEmpty(ratings: readonly Rating[]): Beyond {
  return {
    flagged: ratings.map(() => null),
    chosen: ratings.map((rating) => (rating === -1 ? null : 0)),
    offered: ratings.map(() => 1),
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
