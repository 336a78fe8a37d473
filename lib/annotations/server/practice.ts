import { command, query } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import type { ProjectAccess } from '@/lib/auth/server/project-access'
import type { ReplyOf } from '@/lib/platform/contract'
import type { ReplyTypesetter } from '@/lib/problems/reply-typesetter'
import { typesetReply } from '@/lib/problems/server/typeset-reply'
import type { getWorkContract } from '../contract'
import { practiceSolutions, type PracticeSolution } from '../practice'
import { finishPracticeContract, listPracticeContract } from '../practice-contract'

export const listPractice = query(listPracticeContract, {
  action: 'practice.read',
  scope: 'project',
  async run({ actor, db, project }) {
    const member = await db.member.findFirst({
      where: { projectId: project.id, userId: requirePerson(actor).userId },
      select: { tutorialDoneAt: true },
    })
    return typesetReply((typesetter) => ({
      isDone: Boolean(member?.tutorialDoneAt),
      solutions: practiceSolutions.map((solution, index) => ({
        work: makeWork(typesetter, solution, index, project),
        hint: solution.hint,
        firstError: solution.firstError,
        optionRatings: (solution.alternatives[solution.firstError ?? -1] ?? []).map(
          ({ rating }) => rating,
        ),
        why: typesetter.text(solution.why),
      })),
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

/** Asks the same questions as the project. */
function makeWork(
  { textWithSource }: ReplyTypesetter,
  solution: PracticeSolution,
  index: number,
  { asksExplanation, asksProgress, guidelineVersion }: ProjectAccess,
): ReplyOf<typeof getWorkContract> {
  // Never stored. The zeros distinguish practice from real ids.
  const id = `00000000-0000-7000-8000-00000000000${index}`
  return {
    lease: id,
    solution: id,
    secondsLeft: 0,
    flow: 'solution',
    problem: textWithSource(solution.problem),
    bestGuess: textWithSource(solution.answer),
    steps: solution.steps.map(textWithSource),
    pageStart: 0,
    stepCount: solution.steps.length,
    revision: 1,
    revealed: Object.keys(solution.alternatives).map(Number),
    options: Object.fromEntries(
      Object.entries(solution.alternatives).map(([step, list]) => [
        step,
        list.map(({ text }) => ({ ...textWithSource(text), endsSolution: false })),
      ]),
    ),
    explanations: asksExplanation
      ? Object.fromEntries(
          Object.entries(solution.explanations).map(([step, list]) => [
            step,
            list.map(textWithSource),
          ]),
        )
      : {},
    asksExplanation,
    asksProgress,
    errorTags: [],
    guidelineVersion,
    screening: null,
    returnedNote: null,
    draft: null,
  }
}
