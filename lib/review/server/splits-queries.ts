import { query } from '@/lib/auth/server/operation'
import { typesetWithSource } from '@/lib/annotations/server/typeset'
import { typesetAnswer } from '@/lib/problems/typeset-answer'
import { addCodeColours } from '@/lib/problems/server/add-code-colours'
import {
  getSplitContract,
  listSplitReportsContract,
  previewRepairContract,
} from '../splits-contract'
import { answerExcerptCharacters } from '../answer-excerpt'
import { readStepIds } from '../step-revision'
import { findRepairRefusal, makeSolutionNotFound, planRepair } from './plan-repair'
import { planGold } from './repair-gold'
import { countReportedSteps, listReportedSteps, listSolutionReports } from './reports.sql'
import { toReviewScope } from './reviewed.sql'
import {
  findSolution,
  type AnnotationOfSolution,
  listHistory,
  listAnnotationsOf,
} from './split.sql'

export const listSplitReports = query(listSplitReportsContract, {
  action: 'split.list',
  scope: 'project',
  async run({ db, project }, { limit, after }) {
    const rows = await listReportedSteps(db, toReviewScope(project), {
      limit: limit + 1,
      after: after === undefined ? null : readCursor(after),
    })
    const steps = rows.slice(0, limit)
    const last = steps.at(-1)
    return {
      count: await countReportedSteps(db, project.id),
      steps,
      next: rows.length > limit && last ? `${last.solution}.${last.step}` : null,
    }
  },
})

export const getSplit = query(getSplitContract, {
  action: 'split.read',
  scope: 'project',
  async run({ db, project }, { solution }) {
    const solutionKey = { ...toReviewScope(project), solutionId: solution }
    const details = await findSolution(db, solutionKey)
    if (!details) throw makeSolutionNotFound()
    const annotations = await listAnnotationsOf(db, solutionKey)
    const ids = readStepIds(details)
    return addCodeColours({
      solution,
      externalId: details.externalId,
      revision: details.revision,
      problem: typesetWithSource(details.problem.statement),
      answer:
        details.answer === null
          ? null
          : typesetAnswer(details.answer.slice(0, answerExcerptCharacters)),
      steps: details.steps.map((step, i) => ({ id: ids[i]!, ...typesetWithSource(step) })),
      refusal: findRepairRefusal(details.flow, annotations),
      reports: await listSolutionReports(db, solutionKey),
      annotations: annotations.map(describeAnnotation),
      history: await listHistory(db, solutionKey),
    })
  },
})

export const previewRepair = query(previewRepairContract, {
  action: 'split.preview',
  scope: 'project',
  async run({ db, project }, { solution, ...based }) {
    const solutionKey = { ...toReviewScope(project), solutionId: solution }
    const { repair, annotations } = await planRepair(db, solutionKey, based)
    const { first, added } = repair.map
    return {
      steps: repair.steps.slice(first, first + added).map(typesetWithSource),
      effects: annotations.map(({ annotation, person, state, isReturned, mapped }) => ({
        ...{ annotation, person, state, isReturned },
        removedRatings: mapped.removedRatings,
      })),
      gold: (await planGold(db, solutionKey, repair.map)).effect,
    }
  },
})

function describeAnnotation(row: AnnotationOfSolution) {
  const { annotation, person, state, isImported, finishReason, ratings } = row
  const reached = ratings.length
  const error = ratings.at(-1) === -1 ? reached - 1 : null
  return { annotation, person, state, isImported, reached, error, finishReason }
}

/** The format of `next`. */
function readCursor(after: string) {
  const [solution, step] = after.split('.')
  return { solution: solution!, step: Number(step) }
}
