import { randomUUID } from 'node:crypto'
import { saveAnnotation } from '@/lib/annotations/server/commands'
import type { AnnotationContentInput } from '@/lib/annotations/state-fields'
import type { Person } from '@/lib/auth/actor'
import type { FinishReason, Flow, Rating } from '@/lib/formats/record'
import { getDatabase } from '@/lib/platform/server/database'
import { claimNext } from '@/lib/queue/server/commands'
import {
  importLines,
  makeMember,
  makeProblemLine,
  makeProject,
  type TestProject,
} from '@/prisma/seed/factories'

/** An annotator's page, for tests with a database. */

export const pageWriterIdForTests = randomUUID()

const emptyContentInput: AnnotationContentInput = {
  ratings: [],
  supersededRatings: [],
  options: {},
  choices: {},
  humanOptions: {},
  notes: [],
  explanation: null,
  progress: null,
  tags: [],
  supersededErrors: {},
  stepTimesMs: [],
}

/** A save of the page `pageWriterIdForTests`, with one event of the same sequence number. */
export function makeSaveInput(
  ratings: readonly Rating[],
  sequence = 1,
  overrides: Partial<AnnotationContentInput> = {},
) {
  const event = {
    sequence,
    kind: 'rate' as const,
    step: ratings.length - 1,
    option: null,
    rating: ratings.at(-1) ?? null,
    detail: null,
    inputMethod: 'key' as const,
    activeMs: 1200,
  }
  const content = { ...emptyContentInput, ratings: [...ratings], ...overrides }
  return {
    writer: pageWriterIdForTests,
    basedOn: 0,
    revision: 1,
    sequence,
    ...content,
    activeMs: 1500,
    events: [event],
  }
}

/** Finish reasons for a submission, with their notes. */
export const finishInputByReason = {
  foundError: { finishReason: 'found_error' as const, finishNote: null },
  solution: { finishReason: 'solution' as const, finishNote: null },
  giveUp: { finishReason: 'give_up' as const, finishNote: 'It is too long.' },
}

/**
 * A line in the generic format: one solution of three steps, with two alternatives and two explanations at its
 * second.
 */
export function makeImportLineWithAlternatives(id = 'p') {
  const line = makeProblemLine(id, [0.9])
  Object.assign(line.samples[0]!, {
    alternatives: { '1': ['One way', 'Another way'] },
    explanations: { '1': ['The sum is wrong.', 'It repeats itself.'] },
  })
  return line
}

/** A project with solutions in its queue, and an annotator who leases the first. */
export async function makeProjectWithClaimedSolution(
  settings: Parameters<typeof makeProject>[0] = {},
  lines: readonly unknown[] = [makeImportLineWithAlternatives()],
) {
  const project = await makeProject(settings)
  await importLines(project, lines)
  const person = await makeMember(project, 'annotator')
  const lease = await claimLease(project, person)
  return { project, person, lease, input: { project: project.slug, lease } }
}

/** Like `makeProjectWithClaimedSolution`, with the options and explanations of the second step revealed, and an empty draft. */
export async function makeProjectWithRevealedOptions(
  settings: Parameters<typeof makeProject>[0] = {},
  lines?: readonly unknown[],
) {
  const work = await makeProjectWithClaimedSolution(settings, lines)
  await revealOptionsOfStep(work, 1)
  return work
}

/** Reveals the options of a step by a save, and leaves an empty draft that any save replaces. */
export async function revealOptionsOfStep(
  { person, input }: { person: Person; input: { project: string; lease: string } },
  step: number,
  revision = 1,
): Promise<void> {
  const ratings = [...Array.from({ length: step }, (): Rating => 1), -1 as const]
  const state = { ...makeSaveInput(ratings), revision, events: [] }
  const { reveal } = await saveAnnotation.execute(person, { ...input, ...state })
  if (reveal?.step !== step) throw new Error(`Step ${step} was not revealed.`)
  await getDatabase().$executeRaw`
    update annotation l set sequence = 0, writer = null, ratings = '{}', flagged = '{}', chosen = '{}', offered = '{}'
    from lease e where e.id = ${input.lease}::uuid and l.project_id = e.project_id and l.solution_id = e.solution_id
      and l.user_id = e.user_id`
}

export async function claimLease(
  project: TestProject,
  person: Person,
  isPrefetch = false,
): Promise<string> {
  const reply = await claimNext.execute(person, { project: project.slug, prefetch: isPrefetch })
  if (reply.kind !== 'solution') throw new Error(`No solution was served: ${JSON.stringify(reply)}`)
  return reply.lease.id
}

interface StoredAnnotation {
  id: string
  state: string
  ratings: (Rating | null)[]
  finishReason: string | null
  events: number
}

interface StoredRow {
  state: string
  flow: Flow
  stepCount: number
  ratings: (Rating | null)[]
  supersededRatings: (Rating | null)[]
  flagged: (boolean | null)[]
  chosen: (number | null)[]
  offered: (number | null)[]
  finishReason: FinishReason | null
  [field: string]: unknown
}

export const readAnnotations = (project: TestProject) =>
  getDatabase().$queryRaw<StoredAnnotation[]>`
    select id, state::text, to_jsonb(ratings) as ratings, finish_reason::text as "finishReason",
      (select count(*)::int from annotation_event e where e.annotation_id = l.id) as events
    from annotation l where project_id = ${project.id}::uuid order by id`

/** The only annotation of a project with its related rows; undefined if there is none. */
export async function readSingleAnnotation(project: TestProject) {
  const [row] = await getDatabase().$queryRaw<{ stored: StoredRow }[]>`
    select jsonb_build_object('state', l.state, 'flow', l.flow, 'stepCount', l.step_count, 'ratings', l.ratings,
      'supersededRatings', l.superseded_ratings, 'supersededAnswers', l.superseded_details, 'flagged', l.flagged, 'chosen', l.chosen, 'offered', l.offered,
      'explanation', l.explanation, 'explanationOption', l.explanation_option, 'progress', l.progress, 'tags', l.tags, 'stepTimesMs', l.step_times_ms,
      'finishReason', l.finish_reason, 'guidelineVersion', l.guideline_version,
      'optionRatings', coalesce((select jsonb_agg(jsonb_build_object('step', r.step, 'position', r.position,
          'option', r.option, 'rating', r.rating, 'flagged', r.flagged) order by r.step, r.position)
        from option_rating r where r.project_id = l.project_id and r.annotation_id = l.id), '[]'),
      'humanOptions', coalesce((select jsonb_agg(jsonb_build_object('step', h.step, 'text', h.text,
          'flagged', h.flagged) order by h.step)
        from human_option h where h.project_id = l.project_id and h.annotation_id = l.id), '[]'),
      'notes', coalesce((select jsonb_agg(jsonb_build_object('step', n.step, 'option', n.option, 'kind', n.kind,
          'text', n.text) order by n.step, n.option, n.kind)
        from step_note n where n.project_id = l.project_id and n.annotation_id = l.id), '[]')) as stored
    from annotation l where l.project_id = ${project.id}::uuid`
  return row?.stored
}

export const expireLease = (lease: string) =>
  getDatabase().$executeRaw`
    update lease set claimed_at = now() - interval '2 hours', expires_at = now() - interval '1 second'
    where id = ${lease}::uuid`
