import { command, query } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { findFirstError } from '@/lib/formats/annotation-rules'
import { AppError } from '@/lib/platform/errors'
import { typesetReply } from '@/lib/typesetting/server/typeset-reply'
import {
  gradePracticeSolution,
  listRatedAlternatives,
  practiceSolutions,
  type PracticeSolution,
} from '../practice'
import {
  finishPracticeContract,
  gradePracticeAnswerContract,
  listPracticeSolutionsContract,
  revealPracticeOptionsContract,
} from '../practice-contract'
import { toPracticeSolutionReply, toPracticeOptionsReply } from './practice-replies'

export const listPracticeSolutions = query(listPracticeSolutionsContract, {
  action: 'practice.read',
  scope: 'project',
  async run({ actor, db, project }) {
    const member = await db.member.findFirst({
      where: { projectId: project.id, userId: requirePerson(actor).userId },
      select: { tutorialDoneAt: true },
    })
    return typesetReply((typesetter) => ({
      isDone: Boolean(member?.tutorialDoneAt),
      solutions: practiceSolutions.map((solution, index) =>
        toPracticeSolutionReply(typesetter, { solution, index, project }),
      ),
    }))
  },
})

export const revealPracticeOptions = query(revealPracticeOptionsContract, {
  action: 'practice.read',
  scope: 'project',
  run({ project }, { solution, ratings }) {
    const practice = findPracticeSolution(solution)
    const step = findFirstError(ratings)
    if (step === null || step >= practice.steps.length) {
      const reason = 'No step of this solution is rated negative.'
      throw new AppError('invalid_input', reason, { issues: [{ location: 'ratings', reason }] })
    }
    return typesetReply((typesetter) => toPracticeOptionsReply(typesetter, practice, step, project))
  },
})

export const gradePracticeAnswer = query(gradePracticeAnswerContract, {
  action: 'practice.read',
  scope: 'project',
  run(_, { solution, reason, ratings, options, explanation }) {
    const practice = findPracticeSolution(solution)
    const answer = { reason, ratings, options, explanation }
    const { isCorrect, message, differences } = gradePracticeSolution(practice, answer)
    return typesetReply((typesetter) => ({
      isCorrect,
      message: typesetter.text(message),
      firstError: practice.firstError,
      why: typesetter.text(practice.why),
      options: listRatedAlternatives(practice, ratings).map(({ text }) => typesetter.text(text)),
      differences: [...differences],
    }))
  },
})

/** Has no effect for an instance admin who is not a member. */
export const finishPractice = command(finishPracticeContract, {
  action: 'practice.finish',
  scope: 'project',
  async run({ actor, db, project }) {
    await db.$executeRaw`
      update member set tutorial_done_at = coalesce(tutorial_done_at, now())
      where project_id = ${project.id}::uuid and user_id = ${requirePerson(actor).userId}::uuid`
    return { isDone: true as const }
  },
  audit: ({ project }) => ({ target: `project:${project}` }),
})

function findPracticeSolution(number: number): PracticeSolution {
  const solution = practiceSolutions[number]
  if (!solution) throw new AppError('not_found', 'Practice solution not found.')
  return solution
}
