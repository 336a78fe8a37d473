import type { Rating, StoredLabelling, StoredRecord } from '@/lib/formats/record'
import type { Decided } from './decide-consensus'

/**
 * What a solution's labellings come to, as one record that every format of labels writes like any labelling. Its ratings are
 * those of the consensus, of the solution's own steps, and it ends at the first error; its labeler is the policy that
 * decided, its id the solution's. What no consensus speaks of (alternatives and human options at the error, flags, times)
 * is that of the labelling which `decided.basis` names; where there is none, nothing is said of it.
 *
 * @param record of the labelling that `decided.basis` names; without one, of any labelling of the solution
 */
export function buildConsensusRecord(record: StoredRecord, decided: Decided): StoredRecord {
  const { problem, solution, labelling } = record
  const { ratings, firstError, policy, ruling } = decided
  const isBasis = labelling.id === decided.basis
  return {
    problem,
    solution,
    events: null,
    labelling: {
      ...bare,
      ...(isBasis ? pickBeyond(labelling, ratings) : startEmpty(ratings)),
      ...(ruling ? sayWhenRuled(ruling.at) : sayWhen(labelling)),
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
} as const satisfies Partial<StoredLabelling>

const sayWhen = ({ origin, submittedAt, recordedAt }: StoredLabelling) => ({
  ...{ origin, submittedAt, recordedAt },
})

const sayWhenRuled = (submittedAt: string) => ({
  ...{ origin: 'own' as const, submittedAt, recordedAt: null },
})

type Beyond = Pick<
  StoredLabelling,
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
function pickBeyond(labelling: StoredLabelling, ratings: readonly Rating[]): Beyond {
  const { explanation, explanationOption, progress, totalTimeMs } = labelling
  const { generation, isQualityControl, isScreening } = labelling
  const error = ratings.indexOf(-1)
  const isReached = (step: number) => step < ratings.length
  return {
    flagged: ratings.map((_, step) => labelling.flagged[step] ?? null),
    chosen: ratings.map((_, step) => (step === error ? chooseAtError(labelling, step) : 0)),
    offered: ratings.map((_, step) => Math.max(1, labelling.offered[step] ?? 1)),
    optionRatings: labelling.optionRatings.filter(
      ({ step, position }) => isReached(step) && position > 0,
    ),
    humanOptions: labelling.humanOptions.filter(({ step }) => step === error),
    ...{ explanation, explanationOption, progress, totalTimeMs },
    ...{ generation, isQualityControl, isScreening },
  }
}

/** Nothing that was not offered, nor the step that is wrong. */
function chooseAtError({ chosen, offered }: StoredLabelling, error: number): number | null {
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
