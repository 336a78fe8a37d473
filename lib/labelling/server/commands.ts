import { command, requirePerson } from '@/lib/auth/server/operation'
import type { InputOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { lockClaimer } from '@/lib/queue/server/claim.sql'
import { endLease, holdLease } from '@/lib/queue/server/leases'
import { saveLabellingContract, submitLabellingContract } from '../contract'
import { findFinishProblem, findPrefixProblem } from '../finish'
import { countDoneToday } from './progress.sql'
import { type LabellingState, storeEvents, storeLabelling, storeOptionRatings } from './store.sql'
import { findAlternatives, findStepCount } from './work.sql'

export const saveLabelling = command(saveLabellingContract, {
  action: 'labelling.save',
  scope: 'project',
  async run({ actor, db, project }, input) {
    const holder = { projectId: project.id, userId: requirePerson(actor).userId }
    const lease = await holdLease(db, { ...holder, ...input, leaseMinutes: project.leaseMinutes })
    await writeLabelling(db, { ...project, ...holder, solutionId: lease.solutionId }, input, null)
    return { sequence: input.sequence, secondsLeft: lease.secondsLeft }
  },
  audit: ({ lease, sequence }) => ({ target: `lease:${lease}`, detail: { sequence } }),
})

export const submitLabelling = command(submitLabellingContract, {
  action: 'labelling.submit',
  scope: 'project',
  async run({ actor, db, project }, input) {
    const holder = { projectId: project.id, userId: requirePerson(actor).userId }
    await lockClaimer(db, holder)
    const lease = await holdLease(db, { ...holder, ...input, leaseMinutes: project.leaseMinutes })
    const labelling = await writeLabelling(
      db,
      { ...project, ...holder, solutionId: lease.solutionId },
      input,
      { reason: input.finishReason, note: input.finishNote },
    )
    await endLease(db, holder, lease, 'done')
    return { labelling, doneToday: await countDoneToday(db, holder) }
  },
  audit: ({ finishReason }, { labelling }) => ({
    target: `labelling:${labelling}`,
    detail: { finishReason },
  }),
})

type State = Omit<InputOf<typeof saveLabellingContract>, 'project' | 'lease'>

interface Place {
  projectId: string
  userId: string
  solutionId: string
  guidelineVersion: number
  showsAnswer: boolean
}

/** Checks a state against the rules and the solution, and stores it. Returns the labelling's id. */
async function writeLabelling(
  db: Transaction,
  place: Place,
  state: State,
  finish: LabellingState['finish'],
): Promise<string> {
  const stepCount = await findStepCount(db, place)
  const { ratings } = state
  const errorStep = ratings.at(-1) === -1 ? ratings.length - 1 : null
  const alternatives = errorStep === null ? [] : await findAlternatives(db, place, errorStep)
  const optionRatings = errorStep === null ? [] : state.optionRatings
  if (optionRatings.length !== alternatives.length && (finish !== null || optionRatings.length > 0))
    throw new AppError('invalid_input', 'There must be one rating for each option at the error.', {
      issues: [{ place: 'optionRatings', reason: `expected ${alternatives.length}` }],
    })
  const problem = finish
    ? findFinishProblem(finish.reason, {
        stepCount,
        ratings,
        optionRatings,
        finishNote: finish.note,
      })
    : findPrefixProblem({ stepCount, ratings })
  if (problem)
    throw new AppError('invalid_input', problem, {
      issues: [{ place: 'ratings', reason: problem }],
    })
  const offered = ratings.map((_, step) => (step === errorStep ? 1 + alternatives.length : 1))
  const id = await storeLabelling(db, place, { ...state, stepCount, offered, finish })
  await storeOptionRatings(db, place, id, {
    step: errorStep,
    ratings: alternatives.map((option, i) => ({ option, rating: optionRatings[i] ?? null })),
  })
  await storeEvents(db, place, id, state.events)
  return id
}
