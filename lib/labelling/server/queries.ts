import { query, requirePerson } from '@/lib/auth/server/operation'
import { AppError } from '@/lib/platform/errors'
import { typesetText } from '@/lib/problems/typeset-text'
import { getWorkContract } from '../contract'
import { getProgressContract } from '../progress-contract'
import { countProgress } from './progress.sql'
import { findWork } from './work.sql'

export const getWork = query(getWorkContract, {
  action: 'labelling.read',
  scope: 'project',
  async run({ actor, db, project }, { lease }) {
    const { userId } = requirePerson(actor)
    const work = await findWork(db, { projectId: project.id, userId, lease })
    if (!work)
      throw new AppError('lease_lost', 'Your lease on this solution ran out or was given back.')
    const answer = project.showsAnswer ? work.answer : null
    return {
      lease: work.lease,
      solution: work.solution,
      secondsLeft: work.secondsLeft,
      problem: typeset(work.statement),
      bestGuess: answer === null ? null : typesetAnswer(answer),
      steps: work.steps.map(typeset),
      options: groupByStep(work.options),
      guidelineVersion: project.guidelineVersion,
      draft: work.draft,
    }
  },
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

function typeset(source: string) {
  return { text: typesetText(source), source }
}

/** Reference answers are written without delimiters: what looks like TeX is set as a formula. */
function typesetAnswer(answer: string) {
  const isFormula = /[\\^_{}]/.test(answer) && !/[$]|\\[([]/.test(answer)
  return { text: typesetText(isFormula ? `$${answer}$` : answer), source: answer }
}

function groupByStep(options: { step: number; option: number; text: string }[]) {
  const byStep: Record<
    string,
    { option: number; text: ReturnType<typeof typesetText>; source: string }[]
  > = {}
  for (const { step, option, text } of options)
    (byStep[String(step)] ??= []).push({ option, ...typeset(text) })
  return byStep
}
