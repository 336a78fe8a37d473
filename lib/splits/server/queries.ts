import { makeSolutionNotFoundError } from '@/lib/annotations/server/solution-errors'
import { estimateStepCost, findStepPageRange } from '@/lib/annotations/step-page'
import { maxAnswerExcerptCharacters } from '@/lib/answers/answer-excerpt'
import { query } from '@/lib/auth/server/operation'
import { findFirstErrorOfAnnotation } from '@/lib/formats/annotation-rules'
import { cutPage } from '@/lib/platform/cut-page'
import { makeReviewScope } from '@/lib/reviews/server/reviewed-annotations.sql'
import { readStepIds } from '@/lib/steps/step-revision'
import { typesetReply } from '@/lib/typesetting/server/typeset-reply'
import {
  getSolutionSplitContract,
  listSplitReportsContract,
  previewRepairContract,
} from '../contract'
import { findRepairRefusalReason, planRepair } from './plan-repair'
import { planGoldRepair } from './repair-gold'
import {
  findSolutionWithSteps,
  type RepairableAnnotationRow,
  listRepairHistory,
  listAnnotationsOfSolution,
} from './solution-split.sql'
import {
  countStepsWithSplitReports,
  listStepsWithSplitReports,
  listSplitReportsOfSolution,
} from './split-reports.sql'

export const listSplitReports = query(listSplitReportsContract, {
  action: 'split.list',
  scope: 'project',
  async run({ db, project }, { limit, after }) {
    const rows = await listStepsWithSplitReports(db, makeReviewScope(project), {
      limit: limit + 1,
      after: after === undefined ? null : parseCursor(after),
    })
    const { page, next } = cutPage(rows, limit, ({ solution, step }) => `${solution}.${step}`)
    return {
      count: await countStepsWithSplitReports(db, project.id),
      steps: page,
      next,
    }
  },
})

export const getSolutionSplit = query(getSolutionSplitContract, {
  action: 'split.read',
  scope: 'project',
  async run({ db, project }, { solution, around }) {
    const solutionKey = { ...makeReviewScope(project), solutionId: solution }
    const details = await findSolutionWithSteps(db, solutionKey)
    if (!details) throw makeSolutionNotFoundError()
    const annotations = await listAnnotationsOfSolution(db, solutionKey)
    const ids = readStepIds(details)
    const [reports, history] = await Promise.all([
      listSplitReportsOfSolution(db, solutionKey),
      listRepairHistory(db, solutionKey),
    ])
    const page = findStepPageRange(
      details.steps.map(estimateStepCost),
      around ?? reports[0]?.step ?? 0,
    )
    return typesetReply((typesetter) => ({
      solution,
      externalId: details.externalId,
      revision: details.revision,
      problem: typesetter.beginningWithSource(details.problem.statement),
      answer:
        details.answer === null
          ? null
          : typesetter.answer(details.answer.slice(0, maxAnswerExcerptCharacters)),
      steps: details.steps.slice(page.start, page.end).map((step, i) => ({
        id: ids[page.start + i]!,
        ...typesetter.beginningWithSource(step),
      })),
      pageStart: page.start,
      stepCount: details.steps.length,
      refusal: findRepairRefusalReason(details.flow, annotations),
      reports,
      annotations: annotations.map(describeAnnotation),
      history,
    }))
  },
})

export const previewRepair = query(previewRepairContract, {
  action: 'split.preview',
  scope: 'project',
  async run({ db, project }, { solution, ...request }) {
    const solutionKey = { ...makeReviewScope(project), solutionId: solution }
    const { repair, annotations } = await planRepair(db, solutionKey, request)
    const { first, added } = repair.replacement
    const gold = (await planGoldRepair(db, solutionKey, repair.replacement)).effect
    return typesetReply(({ beginningWithSource }) => ({
      steps: repair.steps.slice(first, first + added).map(beginningWithSource),
      effects: annotations.map(({ annotation, person, state, isReturned, mapped }) => ({
        annotation,
        person,
        state,
        isReturned,
        removedRatings: mapped.removedRatings,
      })),
      gold,
    }))
  },
})

function describeAnnotation(row: RepairableAnnotationRow) {
  const { annotation, person, state, isImported, finishReason, ratings } = row
  return {
    annotation,
    person,
    state,
    isImported,
    finishReason,
    reached: ratings.length,
    error: findFirstErrorOfAnnotation(row),
  }
}

/** Parses a cursor that `listSplitReports` returned as `next`. */
function parseCursor(after: string) {
  const [solution, step] = after.split('.')
  return { solution: solution!, step: Number(step) }
}
