import { command, requirePerson } from '@/lib/auth/server/operation'
import type { Rating } from '@/lib/formats/record'
import type { InputOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import { formatInstant } from '@/lib/platform/format'
import { announce } from '@/lib/webhooks/server/announce.sql'
import { adjudicateSolutionContract, withdrawAdjudicationContract } from '../adjudication-contract'
import { readFinalEnd } from '../final-ratings'
import { makeGold, readFirstErrors, withdrawStanding } from './adjudication-gold'
import {
  findAdjudication,
  findStanding,
  insertAdjudication,
  listRuledOn,
  type StandingAdjudication,
} from './adjudications.sql'
import { choiceRefusal } from './describe-reviewed'
import { lockSolution } from './lock-solution.sql'
import { makeNotFound, makeOutdated } from './plan-repair'
import { findReviewedSolution, type ReviewedSolution } from './reviewed.sql'

type Input = InputOf<typeof adjudicateSolutionContract>

export const adjudicateSolution = command(adjudicateSolutionContract, {
  action: 'adjudication.decide',
  scope: 'project',
  async run({ actor, db, project }, input) {
    const { userId } = requirePerson(actor)
    const place = { projectId: project.id, solutionId: input.solution }
    await lockSolution(db, place)
    const solution = await findReviewedSolution(db, place)
    if (!solution) throw makeNotFound()
    const finishReason = checkRatings(solution, input)
    const annotations = await listRuledOn(db, place)
    const standing = await findStanding(db, place)
    refuseUnread(annotations, standing, input)
    const adopted = checkAdopted(annotations, input)
    const isGoldOfOthers = solution.isGold && standing?.madeGold !== true
    if (input.gold && isGoldOfOthers)
      throw new AppError('conflict', 'This solution is gold already. Nothing was changed.')
    await withdrawStanding(db, place)
    const { revision, ratings, note, gold } = input
    const closedPlaces = gold
      ? await makeGold(db, place, {
          ...{ explanation: note, origin: 'adjudicated', userId },
          firstErrors: readFirstErrors(ratings),
        })
      : 0
    const made = await insertAdjudication(db, place, {
      ...{ revision, ratings, finishReason, adopted, closedPlaces, userId },
      stepCount: solution.steps.length,
      note: note.trim(),
      madeGold: gold,
    })
    await announce(db, project.id, 'adjudication.made', {
      ...{ adjudication: made.id, solution: input.solution },
    })
    return {
      adjudication: made.id,
      at: made.at.toISOString(),
      isGold: gold || isGoldOfOthers,
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
    const found = await findAdjudication(db, project.id, adjudication)
    if (!found) throw new AppError('not_found', 'There is no such adjudication in this project.')
    await lockSolution(db, found)
    const standing = await findStanding(db, found)
    if (standing?.adjudication !== adjudication)
      throw new AppError(
        'conflict',
        'This adjudication stands no more: it was withdrawn, or another took its place. Nothing was changed.',
      )
    await withdrawStanding(db, found)
    return { solution: found.solutionId, endedGold: standing.madeGold }
  },
  audit: ({ adjudication }, { solution, endedGold }) => ({
    target: `solution:${solution}`,
    detail: { withdrawn: adjudication, endedGold },
  }),
})

function checkRatings(
  { flow, revision, steps }: ReviewedSolution,
  input: Pick<Input, 'revision' | 'ratings'>,
): 'solution' | 'found_error' {
  if (flow !== 'solution') throw new AppError('conflict', choiceRefusal)
  if (revision !== input.revision) throw makeOutdated()
  const end = readFinalEnd(input.ratings, steps.length)
  if (end !== null) return end
  const reason = 'Final labels go up to the first error, or over every step.'
  throw new AppError('invalid_input', reason, { issues: [{ place: 'ratings', reason }] })
}

interface RuledOn {
  annotation: string
  submittedAt: string | null
  ratings: readonly (Rating | null)[]
}

/** Nobody rules over what they have not read. */
function refuseUnread(
  annotations: readonly RuledOn[],
  standing: StandingAdjudication | null,
  { seen }: Pick<Input, 'seen'>,
): void {
  if (standing && standing.adjudication !== seen.adjudication)
    throw new AppError(
      'conflict',
      `${standing.by} adjudicated this on ${formatInstant(standing.at.toISOString())} UTC. That stands, and nothing was changed. Look at it, and adjudicate once more to put yours in its place.`,
    )
  const read = new Map(
    seen.annotations.map(({ annotation, submittedAt }) => [annotation, submittedAt]),
  )
  const isRead = annotations.every(
    ({ annotation, submittedAt }) => read.has(annotation) && read.get(annotation) === submittedAt,
  )
  if (!isRead || read.size !== annotations.length)
    throw new AppError(
      'conflict',
      'An annotation of this solution came, changed or was sent back since you read them. Nothing was changed: look at them as they are, and adjudicate once more.',
    )
}

function checkAdopted(
  annotations: readonly RuledOn[],
  { adopted, ratings }: Pick<Input, 'adopted' | 'ratings'>,
): string | null {
  if (adopted === null) return null
  const source = annotations.find(({ annotation }) => annotation === adopted)
  const isSame =
    source?.ratings.length === ratings.length &&
    source.ratings.every((rating, step) => rating === ratings[step])
  if (isSame) return adopted
  const reason = 'These are not the ratings of the annotation that is adopted.'
  throw new AppError('invalid_input', reason, { issues: [{ place: 'adopted', reason }] })
}
