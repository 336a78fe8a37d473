import type { NoteKind } from '@/lib/annotations/content'
import { submitAnnotation } from '@/lib/annotations/server/commands'
import { acknowledgeGuideline } from '@/lib/annotations/server/guideline-commands'
import type { AnnotationContentInput } from '@/lib/annotations/state-fields'
import { finishInputByReason, makeSaveInput } from '@/lib/annotations/testing/claimed-solution'
import type { Person } from '@/lib/auth/actor'
import type { Rating } from '@/lib/formats/record'
import { insertDecisionsIntoGuideline } from '@/lib/questions/format-decisions'
import type { QuestionReference } from '@/lib/questions/question-fields'
import { createDecision, publishDecisions } from '@/lib/questions/server/decisions-commands'
import { getDecision } from '@/lib/questions/server/decisions-queries'
import { claimNext } from '@/lib/queue/server/commands'
import {
  importLines,
  makeMember,
  makeProblemLine,
  makeProject,
  type TestProject,
} from '@/prisma/seed/factories'

export const firstGuidelineText = '# Rules\n\nRate every step.'

/** A project with a guideline and visible names, solutions of three steps in its queue, and a reviewer. */
export async function makeQuestionsProject(
  ids: readonly string[] = ['p'],
  settings: Parameters<typeof makeProject>[0] = {},
) {
  const project = await makeProject({
    guideline: firstGuidelineText,
    overlap: 3,
    hidesAnnotatorNames: false,
    ...settings,
  })
  await importLines(
    project,
    ids.map((id, i) => makeProblemLine(id, [0.9 - i / 100])),
  )
  return { project, reviewer: await makeMember(project, 'reviewer', { name: 'Rui' }) }
}

export type NoteSpecification = readonly [step: number, text: string, kind?: NoteKind]

/** An annotator who has read the guideline. */
export async function makeAnnotatorWhoReadGuideline(
  project: TestProject,
  name: string,
): Promise<Person> {
  const person = await makeMember(project, 'annotator', { name })
  await acknowledgeGuidelineVersion(project, person, 1)
  return person
}

export const acknowledgeGuidelineVersion = (
  project: TestProject,
  person: Person,
  version: number,
) => acknowledgeGuideline.execute(person, { project: project.slug, version })

/** Claims the next solution and submits it with these notes. */
export async function labelNextSolutionWithNotes(
  project: TestProject,
  person: Person,
  notes: readonly NoteSpecification[] = [],
  ratings: readonly Rating[] = [1, 1, 1],
  content: Partial<AnnotationContentInput> = {},
) {
  const reply = await claimNext.execute(person, { project: project.slug, prefetch: false })
  if (reply.kind !== 'solution') throw new Error(`No solution was served: ${JSON.stringify(reply)}`)
  const { annotation } = await submitWithNotes(project, person, reply.lease.id, notes, {
    ratings,
    content,
  })
  return { annotation, solution: reply.solution, served: reply }
}

/** Submits the leased solution. `basedOn` is the state that the page has loaded. */
export function submitWithNotes(
  project: TestProject,
  person: Person,
  lease: string,
  notes: readonly NoteSpecification[],
  {
    ratings = [1, 1, 1],
    content = {},
    basedOn = 0,
  }: {
    ratings?: readonly Rating[]
    content?: Partial<AnnotationContentInput>
    basedOn?: number
  } = {},
) {
  const noteRows = notes.map(([step, text, kind = 'flag']) => ({
    step,
    option: null,
    kind,
    text,
  }))
  const state = {
    ...makeSaveInput(ratings, basedOn + 1, { notes: noteRows, ...content }),
    basedOn,
  }
  const finishInput =
    ratings.at(-1) === -1 ? finishInputByReason.foundError : finishInputByReason.solution
  return submitAnnotation.execute(person, {
    project: project.slug,
    lease,
    ...state,
    ...finishInput,
  })
}

interface ExampleStep {
  solution: string
  step: number
  questions?: QuestionReference[]
}

/** Creates a draft decision on a step, with the step as its example. Returns its number. */
export async function createDraftDecision(
  project: TestProject,
  reviewer: Person,
  { solution, step, questions = [] }: ExampleStep,
): Promise<number> {
  const { decision } = await createDecision.execute(reviewer, {
    project: project.slug,
    heading: 'Units',
    text: 'A missing unit is no error.',
    questions,
    example: { solution, revision: 1, step, option: 0, rating: 0, reason: 'It is right.' },
  })
  return decision
}

/** Creates a decision and publishes it in the next version of the guideline. */
export async function publishNewDecision(
  project: TestProject,
  reviewer: Person,
  step: ExampleStep,
): Promise<number> {
  const call = { project: project.slug }
  const decision = await createDraftDecision(project, reviewer, step)
  const createdDecision = await getDecision.execute(reviewer, { ...call, decision })
  await publishDecisions.execute(reviewer, {
    ...call,
    decisions: [decision],
    summary: 'Units',
    basedOn: 1,
    text: insertDecisionsIntoGuideline(firstGuidelineText, [createdDecision]),
  })
  return decision
}
