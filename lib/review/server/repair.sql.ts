import { v7 as makeId } from 'uuid'
import { formatLimits } from '@/lib/formats/limits'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import type { MappedAnnotation } from '../map-annotation'
import { gatherExplanations, mapNotes, type MovedOption } from '../map-step-data'
import type { Repair, StepMap } from '../repair-steps'
import type { SolutionKey } from './lock-solution.sql'

/** Where rows wait while their numbers are changed: two must never have the same, not even on the way. */
const outOfTheWay = 2 * formatLimits.steps

/** Keeps the steps as they are, and puts the new ones in their place. What was known of the old ones by number is void. */
export async function storeSteps(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
  { steps, stepSpans, stepIds }: Repair,
  { userId, change }: { userId: string; change: string },
): Promise<void> {
  await db.$executeRaw`
    insert into solution_revision (project_id, solution_id, revision, steps, step_spans, step_ids, user_id, change)
    select project_id, id, revision, steps, step_spans, step_ids, ${userId}::uuid, ${change}
    from solution where project_id = ${projectId}::uuid and id = ${solutionId}::uuid`
  await db.solution.update({
    where: { projectId_id: { projectId, id: solutionId } },
    data: {
      steps: [...steps],
      stepSpans: [...stepSpans],
      stepIds: [...stepIds],
      revision: { increment: 1 },
      // A score for each step, and none may be missing: a new step has none yet.
      stepScores: Prisma.DbNull,
    },
    select: { id: true },
  })
}

/** Alternatives and their ratings at their new places; ratings of texts that are no more go. */
export async function storeOptions(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
  map: StepMap,
  moved: readonly MovedOption[],
): Promise<void> {
  const last = map.first + map.removed - 1
  const isSolution = Prisma.sql`project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid`
  await db.$executeRaw`
    delete from option_rating where ${isSolution} and step between ${map.first} and ${last}
      and (step > ${map.first} or option = 0)`
  for (const { from, option, text } of moved)
    await db.$executeRaw`
      update step_option set step = ${map.first}, option = ${option}, text = ${text}
      where ${isSolution} and step = ${from.step} and option = ${from.option}`
  // Ratings of these options follow by their foreign key.
  await db.$executeRaw`
    update step_option set step = step + ${outOfTheWay} where ${isSolution} and step > ${last}`
  await db.$executeRaw`
    update step_option set step = step - ${outOfTheWay} + ${map.added - map.removed}
    where ${isSolution} and step >= ${outOfTheWay}`
}

export async function storeExplanations(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
  map: StepMap,
): Promise<void> {
  const last = map.first + map.removed - 1
  const replaced = { projectId, solutionId, step: { gte: map.first, lte: last } }
  const explanations = await db.stepExplanation.findMany({
    where: replaced,
    orderBy: [{ step: 'asc' }, { position: 'asc' }],
    select: { step: true, text: true },
  })
  await db.stepExplanation.deleteMany({ where: replaced })
  const isSolution = Prisma.sql`project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid`
  await db.$executeRaw`
    update step_explanation set step = step + ${outOfTheWay} where ${isSolution} and step > ${last}`
  await db.$executeRaw`
    update step_explanation set step = step - ${outOfTheWay} + ${map.added - map.removed}
    where ${isSolution} and step >= ${outOfTheWay}`
  const gathered = gatherExplanations(explanations, map)
  await db.stepExplanation.createMany({
    data: gathered.map((explanation) => ({ ...explanation, projectId, solutionId })),
  })
}

/**
 * An annotation in its new form. One that rated a step that is no more becomes a draft; what it said of an error behind
 * that step is set aside with the rating. A page that has a draft open is built on what was, so its saves are conflicts until it has read what is.
 */
export async function storeMappedAnnotation(
  db: Transaction,
  { projectId, annotationId }: { projectId: string; annotationId: string },
  { ratings, superseded, stepTimesMs, isUnchanged }: MappedAnnotation,
  { revision, stepCount, map }: { revision: number; stepCount: number; map: StepMap },
): Promise<void> {
  const counted = ratings.length
  // The error, where its step is one that goes on: what was said of it waits for it.
  const errorAnswers = Prisma.sql`case
    when ratings[cardinality(ratings)] = -1 and cardinality(ratings) > ${map.first + map.removed}
      and (explanation is not null or progress is not null or cardinality(tags) > 0)
    then jsonb_build_object('supersededErrors', jsonb_build_object(
      (cardinality(ratings) - 1 + ${map.added - map.removed}::int)::text, jsonb_build_object(
        'explanation', case when explanation_option is not null then jsonb_build_object('option', explanation_option)
          when explanation is not null then jsonb_build_object('option', null, 'text', explanation) end,
        'progress', progress, 'tags', to_jsonb(tags)))) else '{}' end`
  const reopened = Prisma.sql`, state = 'draft', finish_reason = null, finish_note = null, submitted_at = null,
    explanation = null, explanation_option = null, progress = null, tags = '{}', ratings = ratings[:${counted}],
    flagged = flagged[:${counted}], chosen = chosen[:${counted}], offered = offered[:${counted}]`
  // A page may have sent the highest number that there is.
  const overtaken = Prisma.sql`, sequence = least(sequence, 2147483646) + 1, writer = null`
  await db.$executeRaw`
    update annotation set revision = ${revision}, step_count = ${stepCount},
      superseded_details = ${isUnchanged ? Prisma.sql`'{}'` : errorAnswers},
      superseded_ratings = jsonb_smallints(${JSON.stringify(superseded)}::jsonb),
      step_times_ms = jsonb_ints(${JSON.stringify(stepTimesMs)}::jsonb) ${isUnchanged ? Prisma.empty : reopened}
    where project_id = ${projectId}::uuid and id = ${annotationId}::uuid`
  await db.$executeRaw`
    update annotation set revision = revision ${overtaken}
    where project_id = ${projectId}::uuid and id = ${annotationId}::uuid and state = 'draft'`
}

/** An empty draft for whoever holds the solution and has saved nothing: their page has the old steps, and is overtaken. */
export async function startDraftsOfHolders(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
  { revision, stepCount }: { revision: number; stepCount: number },
): Promise<void> {
  const holders = await db.$queryRaw<{ userId: string }[]>`
    select e.user_id as "userId" from lease e
    where e.project_id = ${projectId}::uuid and e.solution_id = ${solutionId}::uuid and e.expires_at > now()
      and not exists (select from annotation l where l.project_id = e.project_id and l.solution_id = e.solution_id
        and l.user_id = e.user_id)`
  for (const { userId } of holders)
    await db.$executeRaw`
      insert into annotation (project_id, id, solution_id, user_id, labeler, state, flow, revision, step_count, ratings,
        flagged, chosen, offered, sequence)
      values (${projectId}::uuid, ${makeId()}::uuid, ${solutionId}::uuid, ${userId}::uuid, ${userId}, 'draft', 'solution',
        ${revision}, ${stepCount}, '{}', '{}', '{}', '{}', 1)`
}

/** What was said beside the steps, at its new places. */
export async function storeNotes(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
  map: StepMap,
  moved: readonly MovedOption[],
): Promise<void> {
  const touched = { projectId, step: { gte: map.first }, annotation: { solutionId } }
  const notes = await db.stepNote.findMany({
    where: touched,
    select: {
      ...{ annotationId: true, step: true, option: true },
      ...{ kind: true, text: true, dismissedAt: true },
    },
  })
  if (notes.length === 0) return
  const [clock] = await db.$queryRaw<{ now: Date }[]>`select now()`
  await db.stepNote.deleteMany({ where: touched })
  await db.stepNote.createMany({
    data: mapNotes(notes, map, moved, clock!.now).map((note) => ({ ...note, projectId })),
  })
}

/** Who is to be told, with what they were told before. */
export function listRework(db: Transaction, { projectId, solutionId }: SolutionKey) {
  return db.queueRework.findMany({
    where: { projectId, solutionId },
    select: { userId: true, note: true },
  })
}

/** Sends an annotation back to its annotator; where it is due already, they are told the rest too. */
export async function storeRework(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
  { userId, note }: { userId: string; note: string },
): Promise<void> {
  await db.queueRework.upsert({
    where: { projectId_userId_solutionId: { projectId, userId, solutionId } },
    create: { projectId, userId, solutionId, kind: 'returned', note },
    update: { note },
    select: { userId: true },
  })
}
