import { submitAnnotation } from '@/lib/annotations/server/commands'
import { makeSaveInput, revealOptionsOfStep } from '@/lib/annotations/testing/claimed-solution'
import type { Person } from '@/lib/auth/actor'
import type { Rating } from '@/lib/formats/record'
import { getDatabase } from '@/lib/platform/server/database'
import { claimNext } from '@/lib/queue/server/commands'
import {
  importLines,
  makeMember,
  makeProblemLine,
  makeProject,
  type TestProject,
} from '@/prisma/seed/factories'

export type ContentOverrides = Parameters<typeof makeSaveInput>[2]

/** A project with one solution of this number of steps, two annotators and a reviewer. */
export async function makeAdjudicationProject({
  steps = 4,
  overlap = 2,
  settings = {},
  score = 0.9,
} = {}) {
  const project = await makeProject({ overlap, ...settings })
  await importLines(project, [makeProblemLine('p', [score], steps)])
  const ann = await makeMember(project, 'annotator', { name: 'Ann Hart' })
  const ben = await makeMember(project, 'annotator', { name: 'Ben Ito' })
  const reviewer = await makeMember(project, 'reviewer', { name: 'Rae Vance' })
  const solution = await findFirstSolutionId(project)
  return {
    project,
    ann,
    ben,
    reviewer,
    solution,
    solutionInput: { project: project.slug, solution },
  }
}

export async function findFirstSolutionId({ id }: TestProject): Promise<string> {
  const row = await getDatabase().solution.findFirstOrThrow({
    where: { projectId: id },
    orderBy: { id: 'asc' },
    select: { id: true },
  })
  return row.id
}

/** Claims the next item. */
export async function claimNextItem(project: TestProject, person: Person) {
  const reply = await claimNext.execute(person, { project: project.slug, prefetch: false })
  if (reply.kind !== 'solution') throw new Error(`No solution was served: ${JSON.stringify(reply)}`)
  return reply
}

/** Claims the next solution and submits its ratings, up to a first error or of all steps. Returns the id of the annotation. */
export async function claimAndLabelSolution(
  project: TestProject,
  person: Person,
  ratings: readonly Rating[],
  options: { content?: ContentOverrides; basedOn?: number; revision?: number } = {},
): Promise<string> {
  const { lease } = await claimNextItem(project, person)
  const { content, basedOn = 0, revision = 1 } = options
  const input = { project: project.slug, lease: lease.id }
  for (const step of Object.keys(content?.options ?? {}))
    await revealOptionsOfStep({ person, input }, Number(step), revision)
  const state = { ...makeSaveInput(ratings, basedOn + 1, content), basedOn, revision }
  const finishReason = ratings.at(-1) === -1 ? ('found_error' as const) : ('solution' as const)
  const { annotation } = await submitAnnotation.execute(person, {
    ...input,
    finishReason,
    finishNote: null,
    ...state,
  })
  return annotation
}

/** Content with a flag on a step. */
export const makeFlagContent = (step: number, text = ''): ContentOverrides => ({
  notes: [{ step, option: null, kind: 'flag', text }],
})
