import type { Person } from '@/lib/auth/actor'
import type { Rating } from '@/lib/formats/record'
import { acknowledgeGuideline } from '@/lib/annotations/server/guideline-commands'
import { submitAnnotation } from '@/lib/annotations/server/commands'
import type { NoteKind } from '@/lib/annotations/content'
import { finish, makeState } from '@/lib/annotations/testing/claimed-work'
import type { SentContent } from '@/lib/annotations/state-fields'
import { claimNext } from '@/lib/queue/server/commands'
import type { Ask } from '@/lib/review/question-fields'
import { makeRuling, publishRulings } from '@/lib/review/server/rulings-commands'
import { getRuling } from '@/lib/review/server/rulings-queries'
import { insertRulings } from '@/lib/review/write-rulings'
import {
  importLines,
  joinProject,
  makeProblemLine,
  makeProject,
  type MadeProject,
} from '@/prisma/seed/factories'

export const firstGuideline = '# Rules\n\nRate every step.'

/** A project with a guideline that shows names, solutions of three steps in its queue, and a reviewer. */
export async function makeAskedProject(
  ids: readonly string[] = ['p'],
  settings: Parameters<typeof makeProject>[0] = {},
) {
  const project = await makeProject({
    ...{ guideline: firstGuideline, overlap: 3, hidesLabelers: false },
    ...settings,
  })
  await importLines(
    project,
    ids.map((id, i) => makeProblemLine(id, [0.9 - i / 100])),
  )
  return { project, reviewer: await joinProject(project, 'reviewer', { name: 'Rui' }) }
}

export type SaidNote = readonly [step: number, text: string, kind?: NoteKind]

/** An annotator who has read the guideline. */
export async function joinReader(project: MadeProject, name: string): Promise<Person> {
  const person = await joinProject(project, 'annotator', { name })
  await read(project, person, 1)
  return person
}

export const read = (project: MadeProject, person: Person, version: number) =>
  acknowledgeGuideline.execute(person, { project: project.slug, version })

/** Claims the next solution and submits it with these notes. */
export async function label(
  project: MadeProject,
  person: Person,
  notes: readonly SaidNote[] = [],
  ratings: readonly Rating[] = [1, 1, 1],
  said: Partial<SentContent> = {},
) {
  const reply = await claimNext.execute(person, { project: project.slug, ahead: false })
  if (reply.kind !== 'solution') throw new Error(`nothing served: ${JSON.stringify(reply)}`)
  const { annotation } = await submitAgain(project, person, reply.lease.id, notes, {
    ratings,
    said,
  })
  return { annotation, solution: reply.solution, served: reply }
}

/** Submits what a person holds; `basedOn` is the state that their page has read. */
export function submitAgain(
  project: MadeProject,
  person: Person,
  lease: string,
  notes: readonly SaidNote[],
  {
    ratings = [1, 1, 1],
    said = {},
    basedOn = 0,
  }: { ratings?: readonly Rating[]; said?: Partial<SentContent>; basedOn?: number } = {},
) {
  const written = notes.map(([step, text, kind = 'flag']) => ({ step, option: null, kind, text }))
  const state = { ...makeState(ratings, basedOn + 1, { notes: written, ...said }), basedOn }
  const end = ratings.at(-1) === -1 ? finish.foundError : finish.solution
  return submitAnnotation.execute(person, {
    ...{ project: project.slug, lease },
    ...state,
    ...end,
  })
}

interface RuledStep {
  solution: string
  step: number
  asks?: Ask[]
}

/** A draft of a ruling on a step, which it takes as its example. Returns its number. */
export async function draftRuling(
  project: MadeProject,
  reviewer: Person,
  { solution, step, asks = [] }: RuledStep,
): Promise<number> {
  const { ruling } = await makeRuling.execute(reviewer, {
    ...{ project: project.slug, heading: 'Units', words: 'A missing unit is no error.', asks },
    example: { solution, revision: 1, step, option: 0, rating: 0, why: 'It is right.' },
  })
  return ruling
}

/** The same; the next version of the guideline says it. */
export async function publishRuling(
  project: MadeProject,
  reviewer: Person,
  given: RuledStep,
): Promise<number> {
  const call = { project: project.slug }
  const ruling = await draftRuling(project, reviewer, given)
  const written = await getRuling.execute(reviewer, { ...call, ruling })
  await publishRulings.execute(reviewer, {
    ...{ ...call, rulings: [ruling], summary: 'Units', basedOn: 1 },
    text: insertRulings(firstGuideline, [written]),
  })
  return ruling
}
