import { submitAnnotation } from '@/lib/annotations/server/commands'
import { finishInputByReason, makeSaveInput } from '@/lib/annotations/testing/claimed-solution'
import type { Person } from '@/lib/auth/actor'
import { gradeFinishedScreenings } from '@/lib/gold/server/grade-finished-screenings'
import { startScreening as startScreeningCommand } from '@/lib/gold/server/screening'
import { updateQualitySettings } from '@/lib/gold/server/settings'
import { getDatabase } from '@/lib/platform/server/database'
import { claimNext } from '@/lib/queue/server/commands'
import {
  importLines,
  makeMember,
  makeProblemLine,
  makeProject,
  type TestProject,
} from '@/prisma/seed/factories'
import { importGoldSolutions } from './import-gold-solutions'

/** A project with work, gold, and a screening that needs 3 exact answers of 4. */
export async function makeScreenedProject({ gold = 6 } = {}): Promise<TestProject> {
  const project = await makeProject()
  await importGoldSolutions(project, gold)
  await importLines(project, [makeProblemLine('work', [0.9, 0.8, 0.7])])
  await updateQualitySettings.execute(project.admin, {
    project: project.slug,
    screens: true,
    screeningItems: 4,
    screeningShare: 0.75,
  })
  return project
}

export const claimNextItem = ({ slug }: TestProject, person: Person, prefetch = false) =>
  claimNext.execute(person, { project: slug, prefetch })

/** Claims a solution, and throws if none is served. */
export async function claimSolutionOrThrow(project: TestProject, person: Person, prefetch = false) {
  const reply = await claimNextItem(project, person, prefetch)
  if (reply.kind !== 'solution') throw new Error(`No solution was served: ${JSON.stringify(reply)}`)
  return reply
}

export const startScreening = ({ slug }: TestProject, person: Person) =>
  startScreeningCommand.execute(person, { project: slug })

/** Claims the next solution and answers it exactly, wrongly (an error at step 1), or by giving up. */
export async function answerNextScreeningItem(
  project: TestProject,
  person: Person,
  how: 'exact' | 'wrong' | 'given-up',
): Promise<string> {
  const { lease, solution } = await claimSolutionOrThrow(project, person)
  const { firstErrors } = await getDatabase().goldItem.findFirstOrThrow({
    where: { projectId: project.id, solutionId: solution },
    select: { firstErrors: true },
  })
  const hasError = firstErrors.length > 0
  const exact = hasError ? ([1, -1] as const) : ([1, 1, 1] as const)
  const ratings = how === 'exact' ? exact : how === 'wrong' ? ([-1] as const) : ([1] as const)
  const finishState =
    how === 'given-up'
      ? finishInputByReason.giveUp
      : ratings.at(-1) === -1
        ? finishInputByReason.foundError
        : finishInputByReason.solution
  const input = {
    project: project.slug,
    lease: lease.id,
    ...makeSaveInput(ratings),
    ...finishState,
  }
  await submitAnnotation.execute(person, input)
  return solution
}

/** Starts, answers and grades a screening, with this many exact answers. */
export async function completeScreening(project: TestProject, person: Person, exact: number) {
  const { items } = await startScreening(project, person)
  for (let i = 0; i < items; i++)
    await answerNextScreeningItem(project, person, i < exact ? 'exact' : 'wrong')
  await gradeScreenings()
}

export const gradeScreenings = () =>
  gradeFinishedScreenings(getDatabase(), new AbortController().signal)

export const makeAnnotatorMember = (project: TestProject) => makeMember(project, 'annotator')
