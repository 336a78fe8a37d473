import { query } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { findFirstErrorOfAnnotation } from '@/lib/formats/annotation-rules'
import type { ReplyOf } from '@/lib/platform/contract'
import { cutPage } from '@/lib/platform/cut-page'
import { AppError } from '@/lib/platform/errors'
import type { ReplyTypesetter } from '@/lib/typesetting/reply-typesetter'
import { typesetReply } from '@/lib/typesetting/server/typeset-reply'
import {
  getOwnAnnotationContract,
  getOwnWorkContract,
  listOwnAnnotationsContract,
} from '../own-contract'
import { estimateStepCost, findStepPageRange, type StepPageRange } from '../step-page'
import { countOwnAnnotationsToday } from './count-own-annotations.sql'
import { findOwnAnnotation, type OwnNoteRow, type OwnAnnotationRow } from './own-annotation.sql'
import {
  countMatchingAnnotations,
  countOwnWork,
  listOwnWorkDays,
  listMatchingAnnotations,
  listOwnRework,
  measureOwnPace,
} from './own-work.sql'

export const getOwnWork = query(getOwnWorkContract, {
  action: 'annotation.own',
  scope: 'project',
  async run({ actor, db, project }) {
    const owner = { projectId: project.id, userId: requirePerson(actor).userId }
    const [counts, doneToday, rework, days, pace, previousPace] = await Promise.all([
      countOwnWork(db, owner),
      countOwnAnnotationsToday(db, owner),
      listOwnRework(db, owner),
      listOwnWorkDays(db, owner),
      measureOwnPace(db, owner, 'now'),
      measureOwnPace(db, owner, 'before'),
    ])
    return { ...counts, doneToday, rework, days, pace, previousPace }
  },
  mask: (reply, maskId) => ({
    ...reply,
    rework: reply.rework.map((each) => ({ ...each, solution: maskId(each.solution) })),
  }),
})

export const listOwnAnnotations = query(listOwnAnnotationsContract, {
  action: 'annotation.own',
  scope: 'project',
  async run({ actor, db, project }, { after, limit, ...filter }) {
    const owner = { projectId: project.id, userId: requirePerson(actor).userId }
    const [count, rows] = await Promise.all([
      countMatchingAnnotations(db, owner, filter),
      // One more than shown, to know whether there is a next page.
      listMatchingAnnotations(db, owner, filter, { after, limit: limit + 1 }),
    ])
    const { page, next } = cutPage(rows, limit, ({ cursor }) => cursor)
    return {
      count,
      annotations: page.map(({ cursor: _, ...row }) => ({
        ...row,
        canReopen: row.canReopen && project.pause === null,
      })),
      next,
    }
  },
})

export const getOwnAnnotation = query(getOwnAnnotationContract, {
  action: 'annotation.own',
  scope: 'project',
  async run({ actor, db, project }, { annotation, around = 0 }) {
    const owner = { projectId: project.id, userId: requirePerson(actor).userId }
    const row = await findOwnAnnotation(db, owner, annotation)
    if (!row) throw new AppError('not_found', 'Annotation not found. It may have been reopened.')
    const stepCosts = estimateCosts(row)
    const page = findStepPageRange(stepCosts, around)
    const tagNames = new Map(project.errorTags.map((each) => [each.tag, each.label]))
    return typesetReply((typesetter) => ({
      id: row.id,
      submittedAt: row.submittedAt,
      finishReason: row.finishReason,
      finishNote: row.finishNote,
      problem: typesetter.beginningWithSource(row.statement),
      steps: listSteps(typesetter, row, page),
      pageStart: page.start,
      stepCount: stepCosts.length,
      explanation: row.explanation === null ? null : typesetter.textWithSource(row.explanation),
      progress: row.progress,
      // A tag that the project no longer lists is shown as stored.
      tags: row.tags.map((tag) => tagNames.get(tag) ?? tag),
      rated: row.rated,
      firstError: findFirstErrorOfAnnotation(row),
      activeMs: row.activeMs,
      canReopen: row.canReopen && project.pause === null,
    }))
  },
})

type Step = ReplyOf<typeof getOwnAnnotationContract>['steps'][number]

/** Costs of all steps; in flow `step_choice`, of the options at each step that was reached. */
function estimateCosts(row: OwnAnnotationRow): number[] {
  if (row.flow !== 'step_choice') return row.steps.map(estimateStepCost)
  const costs = Array.from({ length: countReached(row) }, () => 0)
  for (const { step, text } of row.options)
    costs[step] = (costs[step] ?? 0) + estimateStepCost(text)
  return costs
}

function listSteps(
  { beginningWithSource, textWithSource }: ReplyTypesetter,
  row: OwnAnnotationRow,
  { start, end }: StepPageRange,
): Step[] {
  const isChoice = row.flow === 'step_choice'
  return Array.from({ length: end - start }, (_, index) => {
    const step = start + index
    const ownOption = row.humanOptions.find((each) => each.step === step)
    return {
      text: isChoice ? null : beginningWithSource(row.steps[step] ?? ''),
      rating: isChoice ? null : (row.ratings[step] ?? null),
      notes: listNotes(row.notes, step, isChoice ? -1 : 0, !isChoice && row.flagged[step] === true),
      options: row.options
        .filter((each) => each.step === step)
        .map(({ option, text, rating, flagged, isChosen }) => ({
          text: beginningWithSource(text),
          rating,
          isChosen,
          notes: listNotes(row.notes, step, option, flagged === true),
        })),
      humanOption: ownOption
        ? { ...textWithSource(ownOption.text), isFlagged: ownOption.flagged }
        : null,
    }
  })
}

function countReached({ options, humanOptions, notes }: OwnAnnotationRow): number {
  return [...options, ...humanOptions, ...notes].reduce(
    (count, { step }) => Math.max(count, step + 1),
    0,
  )
}

/** Notes on a step or an option. A flag can have no text. */
function listNotes(
  notes: readonly OwnNoteRow[],
  step: number,
  option: number,
  isFlagged: boolean,
): Step['notes'] {
  const stepNotes = notes
    .filter((note) => note.step === step && note.option === option)
    .map(({ kind, text }) => ({ kind, text }))
  const hasFlag = stepNotes.some(({ kind }) => kind === 'flag')
  return isFlagged && !hasFlag ? [{ kind: 'flag', text: '' }, ...stepNotes] : stepNotes
}
