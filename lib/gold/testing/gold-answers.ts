import { randomUUID } from 'node:crypto'
import { submitAnnotation } from '@/lib/annotations/server/commands'
import { makeSaveInput } from '@/lib/annotations/testing/claimed-solution'
import type { Person } from '@/lib/auth/actor'
import type { FinishReason, Rating } from '@/lib/formats/record'
import { getDatabase } from '@/lib/platform/server/database'
import { importLines, makeMember, makeProject, type TestProject } from '@/prisma/seed/factories'

const stepCount = 4

/** The first error of the gold solution with index i. Every fifth has none. */
export const getKnownFirstError = (i: number) => (i % 5 === 4 ? null : i % stepCount)

export async function makeGoldProject(count: number, settings: Record<string, unknown> = {}) {
  const project = await makeProject()
  const lines = Array.from({ length: count }, (_, i) => {
    const goldAnswer = getKnownFirstError(i)
    return {
      prompt: `Problem ${String(i).padStart(4, '0')}`,
      completions: Array.from({ length: stepCount }, (__, step) => `Step ${step} of ${i}.`),
      labels: Array.from(
        { length: stepCount },
        (__, step) => goldAnswer === null || step < goldAnswer,
      ),
    }
  })
  await importLines(project, lines, { labels: 'gold' })
  await getDatabase().project.update({
    where: { id: project.id },
    data: settings,
    select: { id: true },
  })
  const rows = await getDatabase().$queryRaw<{ id: string }[]>`
    select s.id from solution s join problem p on p.id = s.problem_id and p.project_id = s.project_id
    where s.project_id = ${project.id}::uuid order by p.statement`
  const person = await makeMember(project, 'annotator', { name: 'Noor Haddad' })
  return { project, person, gold: rows.map(({ id }) => id) }
}

/** Ratings with this first error; null: no error. */
export const makeRatingsWithFirstError = (error: number | null): Rating[] =>
  error === null
    ? Array.from({ length: stepCount }, () => 1)
    : [...Array.from({ length: error }, (): Rating => 1), -1]

export interface GoldTestAnswer {
  solution: string
  ratings: readonly Rating[]
  finish?: FinishReason
  purpose?: 'gold' | 'screening' | 'work'
  secondsAgo?: number
  stepTimesMs?: number[]
}

/** Submits an answer on a new lease, and returns the id of the annotation. */
export async function submitGoldAnswer(
  project: TestProject,
  person: Person,
  { solution, ratings, purpose = 'gold', secondsAgo, stepTimesMs = [], finish }: GoldTestAnswer,
): Promise<string> {
  const db = getDatabase()
  const lease = randomUUID()
  const key = { projectId: project.id, userId: person.userId, solutionId: solution }
  await db.lease.create({
    data: { ...key, id: lease, purpose, expiresAt: new Date(Date.now() + 3_600_000) },
  })
  const finishReason = finish ?? (ratings.at(-1) === -1 ? 'found_error' : 'solution')
  if (purpose === 'work')
    await db.$executeRaw`
      update queue_item set leased = leased + 1
      where project_id = ${project.id}::uuid and solution_id = ${solution}::uuid`
  const { annotation } = await submitAnnotation.execute(
    person,
    submitAnnotation.contract.input.parse({
      project: project.slug,
      lease,
      ...makeSaveInput(ratings, 1, { stepTimesMs }),
      finishReason,
      finishNote: finishReason === 'give_up' ? 'Too long.' : null,
    }),
  )
  if (secondsAgo !== undefined)
    await db.$executeRaw`
      update annotation set submitted_at = now() - make_interval(secs => ${secondsAgo}::float8)
      where project_id = ${project.id}::uuid and id = ${annotation}::uuid`
  return annotation
}

/** Answers gold from index `from`, exactly or not. Submissions are a minute apart; the last was a minute ago. */
export async function answerGoldItems(
  { project, person, gold }: Awaited<ReturnType<typeof makeGoldProject>>,
  exact: readonly boolean[],
  from = 0,
): Promise<void> {
  for (const [i, isExact] of exact.entries()) {
    const offset = from + i
    const goldAnswer = getKnownFirstError(offset)
    const wrongAnswer = goldAnswer === null ? 0 : goldAnswer === 0 ? null : goldAnswer - 1
    await submitGoldAnswer(project, person, {
      solution: gold[offset]!,
      ratings: makeRatingsWithFirstError(isExact ? goldAnswer : wrongAnswer),
      secondsAgo: (exact.length - i) * 60,
    })
  }
}
