import { v7 as makeId } from 'uuid'
import type { SolutionKey } from '@/lib/annotations/server/lock-solution.sql'
import { importLineLimits } from '@/lib/formats/import-line-limits'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import type { MappedAnnotation } from '../map-annotation'
import {
  mapExplanationsToRepairedSteps,
  mapNotesToRepairedSteps,
  type MovedStepOption,
} from '../map-step-data'
import type { StepRepair, StepRangeReplacement } from '../repair-steps'

/** Rows are moved to numbers from here on first, so that no two rows have the same number during the update. */
const temporaryOffset = 2 * importLineLimits.steps

/** Archives the current steps and stores the new ones. Removes the step scores. */
export async function storeRepairedSteps(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
  { steps, stepSpans, stepIds }: StepRepair,
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
      // Every step needs a score, and new steps have none yet.
      stepScores: Prisma.DbNull,
    },
    select: { id: true },
  })
}

/** Moves alternatives and their ratings; deletes ratings of removed texts. */
export async function storeMovedOptions(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
  replacement: StepRangeReplacement,
  movedOptions: readonly MovedStepOption[],
): Promise<void> {
  const last = replacement.first + replacement.removed - 1
  const solutionFilterSql = Prisma.sql`project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid`
  await db.$executeRaw`
    delete from option_rating where ${solutionFilterSql} and step between ${replacement.first} and ${last}
      and (step > ${replacement.first} or option = 0)`
  for (const { from, option, text } of movedOptions)
    await db.$executeRaw`
      update step_option set step = ${replacement.first}, option = ${option}, text = ${text}
      where ${solutionFilterSql} and step = ${from.step} and option = ${from.option}`
  // The foreign key of the ratings moves them with their options.
  await db.$executeRaw`
    update step_option set step = step + ${temporaryOffset} where ${solutionFilterSql} and step > ${last}`
  await db.$executeRaw`
    update step_option set step = step - ${temporaryOffset} + ${replacement.added - replacement.removed}
    where ${solutionFilterSql} and step >= ${temporaryOffset}`
}

/** Copies to the next revision at which steps annotators have seen the options, except at changed steps. */
export async function copyOptionReveals(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
  replacement: StepRangeReplacement,
  revision: number,
): Promise<void> {
  const last = replacement.first + replacement.removed - 1
  await db.$executeRaw`
    insert into option_reveal (project_id, annotation_id, revision, step, revealed_at)
    select r.project_id, r.annotation_id, ${revision + 1},
      case when r.step > ${last} then r.step + ${replacement.added - replacement.removed} else r.step end, r.revealed_at
    from annotation l join option_reveal r on r.project_id = l.project_id and r.annotation_id = l.id
    where l.project_id = ${projectId}::uuid and l.solution_id = ${solutionId}::uuid and r.revision = ${revision}
      and r.step not between ${replacement.first} and ${last}`
}

export async function storeMovedExplanations(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
  replacement: StepRangeReplacement,
): Promise<void> {
  const last = replacement.first + replacement.removed - 1
  const replacedSteps = { projectId, solutionId, step: { gte: replacement.first, lte: last } }
  const explanations = await db.stepExplanation.findMany({
    where: replacedSteps,
    orderBy: [{ step: 'asc' }, { position: 'asc' }],
    select: { step: true, text: true },
  })
  await db.stepExplanation.deleteMany({ where: replacedSteps })
  const solutionFilterSql = Prisma.sql`project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid`
  await db.$executeRaw`
    update step_explanation set step = step + ${temporaryOffset} where ${solutionFilterSql} and step > ${last}`
  await db.$executeRaw`
    update step_explanation set step = step - ${temporaryOffset} + ${replacement.added - replacement.removed}
    where ${solutionFilterSql} and step >= ${temporaryOffset}`
  const movedExplanations = mapExplanationsToRepairedSteps(explanations, replacement)
  await db.stepExplanation.createMany({
    data: movedExplanations.map((explanation) => ({ ...explanation, projectId, solutionId })),
  })
}

/**
 * The annotator's answers about errors that do not count now, by step. Those on replaced steps are dropped. If the
 * annotation becomes a draft, those about its first error are added.
 */
function supersededDetailsSql(
  { first, removed, added }: StepRangeReplacement,
  isUnchanged: boolean,
): Prisma.Sql {
  const countedErrorSql = Prisma.sql`
    union all
    select find_first_error(ratings), jsonb_build_object(
      'explanation', case when explanation_option is not null then jsonb_build_object('option', explanation_option)
        when explanation is not null then jsonb_build_object('option', null, 'text', explanation) end,
      'progress', progress, 'tags', to_jsonb(tags))
    where find_first_error(ratings) is not null
      and (explanation is not null or progress is not null or cardinality(tags) > 0)`
  return Prisma.sql`coalesce((
    select jsonb_build_object('supersededErrors', jsonb_object_agg(
      case when step < ${first}::int then step else step + ${added - removed}::int end, answers))
    from (
      select key::int as step, value as answers from jsonb_each(superseded_details->'supersededErrors')
      ${isUnchanged ? Prisma.empty : countedErrorSql}
    ) as errors
    where step not between ${first}::int and ${first + removed - 1}::int
    having count(*) > 0), '{}')`
}

/**
 * Stores a repaired annotation. If it reached a removed step it becomes a draft, and details of a later error are
 * superseded with its rating. A page with an open draft has the old steps, so its saves conflict until it reloads.
 */
export async function storeRepairedAnnotation(
  db: Transaction,
  { projectId, annotationId }: { projectId: string; annotationId: string },
  { ratings, superseded, stepTimesMs, isUnchanged }: MappedAnnotation,
  {
    revision,
    stepCount,
    replacement,
  }: { revision: number; stepCount: number; replacement: StepRangeReplacement },
): Promise<void> {
  const countedLength = ratings.length
  const draftColumnsSql = Prisma.sql`, state = 'draft', finish_reason = null, finish_note = null, submitted_at = null,
    explanation = null, explanation_option = null, progress = null, tags = '{}', ratings = ratings[:${countedLength}],
    flagged = flagged[:${countedLength}], chosen = chosen[:${countedLength}], offered = offered[:${countedLength}]`
  // A page may have sent the highest possible sequence number.
  const nextSequenceSql = Prisma.sql`, sequence = least(sequence, 2147483646) + 1, writer = null`
  await db.$executeRaw`
    update annotation set revision = ${revision}, step_count = ${stepCount},
      superseded_details = ${supersededDetailsSql(replacement, isUnchanged)},
      superseded_ratings = jsonb_smallints(${JSON.stringify(superseded)}::jsonb),
      step_times_ms = jsonb_ints(${JSON.stringify(stepTimesMs)}::jsonb) ${isUnchanged ? Prisma.empty : draftColumnsSql}
    where project_id = ${projectId}::uuid and id = ${annotationId}::uuid`
  await db.$executeRaw`
    update annotation set revision = revision ${nextSequenceSql}
    where project_id = ${projectId}::uuid and id = ${annotationId}::uuid and state = 'draft'`
}

/** Creates an empty draft for each lease without an annotation, so that saves from a page with the old steps conflict. */
export async function createDraftsForLeases(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
  { revision, stepCount }: { revision: number; stepCount: number },
): Promise<void> {
  const leaseHolders = await db.$queryRaw<{ userId: string }[]>`
    select e.user_id as "userId" from lease e
    where e.project_id = ${projectId}::uuid and e.solution_id = ${solutionId}::uuid and e.expires_at > now()
      and not exists (select from annotation l where l.project_id = e.project_id and l.solution_id = e.solution_id
        and l.user_id = e.user_id)`
  for (const { userId } of leaseHolders)
    await db.$executeRaw`
      insert into annotation (project_id, id, solution_id, user_id, labeler, state, flow, revision, step_count, ratings,
        flagged, chosen, offered, sequence)
      values (${projectId}::uuid, ${makeId()}::uuid, ${solutionId}::uuid, ${userId}::uuid, ${userId}, 'draft', 'solution',
        ${revision}, ${stepCount}, '{}', '{}', '{}', '{}', 1)`
}

/** Moves notes to the new steps. */
export async function storeMovedNotes(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
  replacement: StepRangeReplacement,
  movedOptions: readonly MovedStepOption[],
): Promise<void> {
  const affectedNotes = { projectId, step: { gte: replacement.first }, annotation: { solutionId } }
  const notes = await db.stepNote.findMany({
    where: affectedNotes,
    select: {
      annotationId: true,
      step: true,
      option: true,
      kind: true,
      text: true,
      dismissedAt: true,
    },
  })
  if (notes.length === 0) return
  const [clock] = await db.$queryRaw<{ now: Date }[]>`select now()`
  await db.stepNote.deleteMany({ where: affectedNotes })
  await db.stepNote.createMany({
    data: mapNotesToRepairedSteps(notes, replacement, movedOptions, clock!.now).map((note) => ({
      ...note,
      projectId,
    })),
  })
}

/** Annotators who have rework on a solution, with its note. */
export function listReworkOfSolution(db: Transaction, { projectId, solutionId }: SolutionKey) {
  return db.queueRework.findMany({
    where: { projectId, solutionId },
    select: { userId: true, note: true },
  })
}

/** Gives an annotator rework on a solution. The note replaces that of earlier rework. */
export async function storeReworkWithNote(
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
