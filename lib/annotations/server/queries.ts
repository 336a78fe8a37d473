import { query } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { findFirstError } from '@/lib/formats/annotation-rules'
import type { Rating } from '@/lib/formats/record'
import { statesFinalAnswer } from '@/lib/grading/states-answer'
import { AppError } from '@/lib/platform/errors'
import { pickAnnotationSettings } from '../annotation-settings'
import { getWorkContract, getWorkStepsContract } from '../contract'
import { estimateStepCost, findStepPageRange } from '../step-page'
import { toDraftContent } from './draft-content'
import { findGuidelineVersionToRead } from './guideline-version-to-read'
import { isReferenceAnswerShown } from './hidden-reference'
import { findLeasedSteps, findLeasedSolution } from './leased-solution.sql'
import { groupRowsByStep, mapRecordValues } from './ratable-content.sql'
import { typesetWorkWithOwnCache } from './typeset-work'

export const getWork = query(getWorkContract, {
  action: 'annotation.read',
  scope: 'project',
  async run({ actor, db, project }, { lease }) {
    const { userId } = requirePerson(actor)
    const work = await findLeasedSolution(db, { projectId: project.id, userId, lease })
    if (!work) throw makeLeaseLostOnReadError()
    const { flow } = work
    const steps = flow === 'solution' ? work.steps : []
    const page = findPage(steps, findStepToOpen(work.draft?.ratings ?? []))
    const ownerKey = { projectId: project.id, userId, solutionId: work.solution }
    const guidelineVersionToRead = await findGuidelineVersionToRead(db, ownerKey, project)
    // A screening is the same for everyone.
    const isAnswerVisible =
      work.screening !== null ||
      (work.draft?.answerShown ?? isReferenceAnswerShown(project, ownerKey))
    const answer = project.showsAnswer && isAnswerVisible ? work.answer : null
    return typesetWorkWithOwnCache((typesetter) => ({
      lease: work.lease,
      solution: work.solution,
      secondsLeft: work.secondsLeft,
      flow,
      problem: typesetter.textWithSource(work.statement),
      referenceAnswer: answer === null ? null : { text: typesetter.answer(answer), source: answer },
      steps: steps.slice(page.start, page.end).map(typesetter.textWithSource),
      pageStart: page.start,
      stepCount: work.steps.length,
      revision: work.revision,
      revealed: work.revealed,
      options: mapRecordValues(groupRowsByStep(work.options), (list) =>
        list.map(({ text }) => ({
          ...typesetter.textWithSource(text),
          endsSolution: flow === 'step_choice' && statesFinalAnswer(text),
        })),
      ),
      explanations: mapRecordValues(
        groupRowsByStep(project.asksExplanation ? work.explanations : []),
        (list) => list.map(({ text }) => typesetter.textWithSource(text)),
      ),
      ...pickAnnotationSettings(project),
      guidelineVersion: project.guidelineVersion,
      guidelineVersionToRead,
      screening: work.screening,
      returnedNote: work.returnedNote,
      draft: work.draft && toDraftContent(work.draft, work),
    }))
  },
  mask: (reply, maskId) => ({ ...reply, solution: maskId(reply.solution) }),
})

/** Reads no options, so it can't reveal where the error may be. */
export const getWorkSteps = query(getWorkStepsContract, {
  action: 'annotation.read',
  scope: 'project',
  async run({ actor, db, project }, { lease, around }) {
    const { userId } = requirePerson(actor)
    const leasedSteps = await findLeasedSteps(db, { projectId: project.id, userId, lease })
    if (!leasedSteps) throw makeLeaseLostOnReadError()
    const { steps, revision } = leasedSteps
    if (around >= steps.length)
      throw new AppError('not_found', describeMissingStep(around, steps.length))
    const page = findPage(steps, around)
    return typesetWorkWithOwnCache(({ textWithSource }) => ({
      steps: steps.slice(page.start, page.end).map(textWithSource),
      pageStart: page.start,
      stepCount: steps.length,
      revision,
    }))
  },
})

const describeMissingStep = (step: number, stepCount: number) =>
  stepCount === 0
    ? 'In the step-choice flow, a solution has options instead of steps. Get them with getWork.'
    : `The solution has no step ${step}. Its steps are 0 to ${stepCount - 1}.`

const findPage = (steps: readonly string[], step: number) =>
  findStepPageRange(steps.map(estimateStepCost), Math.min(step, steps.length - 1))

/** The first error, or else the step after the last rated one. */
function findStepToOpen(ratings: readonly Rating[]): number {
  return findFirstError(ratings) ?? ratings.length
}

const makeLeaseLostOnReadError = () =>
  new AppError('lease_lost', 'Your lease on this solution expired or was released.')
