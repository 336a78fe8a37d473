import { lockSolution } from '@/lib/annotations/server/lock-solution.sql'
import {
  makeSolutionNotFoundError,
  makeStepsOutdatedError,
} from '@/lib/annotations/server/solution-errors'
import { command } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { findFirstError } from '@/lib/formats/annotation-rules'
import type { Rating } from '@/lib/formats/record'
import { convertSolutionToGold } from '@/lib/gold/server/convert-to-gold'
import type { InputOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import { formatInstant } from '@/lib/platform/format'
import { findFinishReasonOfRatings } from '@/lib/reviews/finish-reason-of-ratings'
import { stepChoiceAdjudicationRefusalMessage } from '@/lib/reviews/server/describe-reviewed-annotation'
import {
  findReviewedSolution,
  type ReviewedSolution,
} from '@/lib/reviews/server/reviewed-annotations.sql'
import { insertEventDeliveries } from '@/lib/webhooks/server/insert-event-deliveries.sql'
import { adjudicateSolutionContract, withdrawAdjudicationContract } from '../contract'
import { validateAdjudicatedAnswers } from './adjudicated-answers'
import {
  findSolutionOfAdjudication,
  findCurrentAdjudication,
  insertAdjudication,
  listAnnotationsToAdjudicate,
  type CurrentAdjudication,
} from './adjudications.sql'
import { withdrawAdjudicationAndGold } from './withdraw-adjudication'

type Input = InputOf<typeof adjudicateSolutionContract>

export const adjudicateSolution = command(adjudicateSolutionContract, {
  action: 'adjudication.decide',
  scope: 'project',
  async run({ actor, db, project }, input) {
    const { userId } = requirePerson(actor)
    const solutionKey = { projectId: project.id, solutionId: input.solution }
    await lockSolution(db, solutionKey)
    const solution = await findReviewedSolution(db, solutionKey)
    if (!solution) throw makeSolutionNotFoundError()
    const finishReason = checkRatings(solution, input)
    const annotations = await listAnnotationsToAdjudicate(db, solutionKey)
    const current = await findCurrentAdjudication(db, solutionKey)
    rejectUnreadChanges(annotations, current, input)
    const adoptedAnnotation = checkAdoptedAnnotation(annotations, input)
    const answers = await validateAdjudicatedAnswers(db, project, solutionKey, {
      solution,
      input,
      finishReason,
    })
    const hasOtherGold = solution.isGold && current?.madeGold !== true
    if (input.gold && hasOtherGold)
      throw new AppError('conflict', 'This solution is already gold. Nothing was changed.')
    await withdrawAdjudicationAndGold(db, solutionKey)
    const { revision, ratings, note, gold } = input
    if (gold)
      await convertSolutionToGold(db, solutionKey, {
        explanation: note,
        origin: 'adjudicated',
        userId,
        firstErrors: listFirstErrorsOfRatings(ratings),
      })
    const inserted = await insertAdjudication(db, solutionKey, {
      revision,
      ratings,
      finishReason,
      answers,
      adopted: adoptedAnnotation,
      userId,
      stepCount: solution.steps.length,
      note: note.trim(),
      madeGold: gold,
    })
    await insertEventDeliveries(db, project.id, 'adjudication.made', {
      adjudication: inserted.id,
      solution: input.solution,
    })
    return {
      adjudication: inserted.id,
      at: inserted.at.toISOString(),
      isGold: gold || hasOtherGold,
      people: annotations.map(({ annotation, person }) => ({ annotation, person })),
    }
  },
  audit: ({ solution, gold, adopted }, { adjudication }) => ({
    target: `solution:${solution}`,
    detail: { adjudication, gold, adopted: adopted !== null },
  }),
})

export const withdrawAdjudication = command(withdrawAdjudicationContract, {
  action: 'adjudication.decide',
  scope: 'project',
  async run({ db, project }, { adjudication }) {
    const solutionKey = await findSolutionOfAdjudication(db, project.id, adjudication)
    if (!solutionKey) throw new AppError('not_found', 'Adjudication not found in this project.')
    await lockSolution(db, solutionKey)
    const current = await findCurrentAdjudication(db, solutionKey)
    if (current?.adjudication !== adjudication)
      throw new AppError(
        'conflict',
        'This adjudication was withdrawn or replaced. Nothing was changed.',
      )
    await withdrawAdjudicationAndGold(db, solutionKey)
    return { solution: solutionKey.solutionId, endedGold: current.madeGold }
  },
  audit: ({ adjudication }, { solution, endedGold }) => ({
    target: `solution:${solution}`,
    detail: { withdrawn: adjudication, endedGold },
  }),
})

/** The first errors according to final ratings. */
function listFirstErrorsOfRatings(ratings: readonly Rating[]): number[] {
  const error = findFirstError(ratings)
  return error === null ? [] : [error]
}

function checkRatings(
  { flow, revision, steps }: ReviewedSolution,
  input: Pick<Input, 'revision' | 'ratings'>,
): 'solution' | 'found_error' {
  if (flow !== 'solution') throw new AppError('conflict', stepChoiceAdjudicationRefusalMessage)
  if (revision !== input.revision) throw makeStepsOutdatedError()
  const finishReason = findFinishReasonOfRatings(input.ratings, steps.length)
  if (finishReason !== null) return finishReason
  const reason = 'Rate all steps up to the first error, or every step.'
  throw new AppError('invalid_input', reason, { issues: [{ location: 'ratings', reason }] })
}

interface ReviewedAnnotation {
  annotation: string
  version: number
  ratings: readonly (Rating | null)[]
}

/** Rejects an adjudication if anything changed since the reviewer read it. */
function rejectUnreadChanges(
  annotations: readonly ReviewedAnnotation[],
  current: CurrentAdjudication | null,
  { expected }: Pick<Input, 'expected'>,
): void {
  if (current && current.adjudication !== expected.adjudication)
    throw new AppError(
      'conflict',
      `${current.by} adjudicated this on ${formatInstant(current.at.toISOString())} UTC. Nothing was changed. To replace it, adjudicate again.`,
    )
  const readVersions = new Map(
    expected.annotations.map(({ annotation, version }) => [annotation, version]),
  )
  const areAllRead = annotations.every(
    ({ annotation, version }) => readVersions.get(annotation) === version,
  )
  if (!areAllRead || readVersions.size !== annotations.length)
    throw new AppError(
      'conflict',
      'An annotation of this solution was added, changed or returned since you opened it. Nothing was changed. Check the annotations and adjudicate again.',
    )
}

function checkAdoptedAnnotation(
  annotations: readonly ReviewedAnnotation[],
  { adopted, ratings }: Pick<Input, 'adopted' | 'ratings'>,
): string | null {
  if (adopted === null) return null
  const source = annotations.find(({ annotation }) => annotation === adopted)
  const isSame =
    source?.ratings.length === ratings.length &&
    source.ratings.every((rating, step) => rating === ratings[step])
  if (isSame) return adopted
  const reason = 'The ratings differ from the adopted annotation.'
  throw new AppError('invalid_input', reason, { issues: [{ location: 'adopted', reason }] })
}
