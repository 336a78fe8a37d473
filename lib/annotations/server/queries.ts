import { query } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { statesAnswer } from '@/lib/grading/states-answer'
import { AppError } from '@/lib/platform/errors'
import { getWorkContract } from '../contract'
import { getProgressContract } from '../progress-contract'
import { showsReferenceAnswer } from './hidden-reference'
import { countProgress } from './progress.sql'
import { readDraft } from './read-draft'
import { groupByStep, mapValues } from './shape.sql'
import { typesetWork } from './typeset'
import { findWork } from './work.sql'

export const getWork = query(getWorkContract, {
  action: 'annotation.read',
  scope: 'project',
  async run({ actor, db, project }, { lease }) {
    const { userId } = requirePerson(actor)
    const work = await findWork(db, { projectId: project.id, userId, lease })
    if (!work)
      throw new AppError('lease_lost', 'Your lease on this solution expired or was released.')
    const { flow, steps } = work
    const whose = { userId, solutionId: work.solution }
    // A screening is the same for everyone.
    const isAnswerVisible =
      work.screening !== null || (work.draft?.answerShown ?? showsReferenceAnswer(project, whose))
    const answer = project.showsAnswer && isAnswerVisible ? work.answer : null
    const { asksExplanation, asksProgress, errorTags } = project
    return typesetWork((typesetter) => ({
      lease: work.lease,
      solution: work.solution,
      secondsLeft: work.secondsLeft,
      flow,
      problem: typesetter.textWithSource(work.statement),
      bestGuess: answer === null ? null : { text: typesetter.answer(answer), source: answer },
      steps: flow === 'solution' ? steps.map(typesetter.textWithSource) : [],
      stepCount: steps.length,
      revision: work.revision,
      revealed: work.revealed,
      options: mapValues(groupByStep(work.options), (list) =>
        list.map(({ text }) => ({
          ...typesetter.textWithSource(text),
          endsSolution: flow === 'step_choice' && statesAnswer(text),
        })),
      ),
      explanations: mapValues(groupByStep(asksExplanation ? work.explanations : []), (list) =>
        list.map(({ text }) => typesetter.textWithSource(text)),
      ),
      ...{ asksExplanation, asksProgress, errorTags },
      guidelineVersion: project.guidelineVersion,
      screening: work.screening,
      returnedNote: work.returnedNote,
      draft: work.draft && readDraft(work.draft, work),
    }))
  },
  mask: (reply, maskId) => ({ ...reply, solution: maskId(reply.solution) }),
})

export const getProgress = query(getProgressContract, {
  action: 'project.progress',
  scope: 'project',
  run: ({ actor, db, project }) =>
    countProgress(
      db,
      { projectId: project.id, userId: requirePerson(actor).userId },
      project.role === 'annotator' ? 'own' : 'all',
    ),
})
