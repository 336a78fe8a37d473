import { query } from '@/lib/auth/server/operation'
import { typeset } from '@/lib/annotations/server/typeset'
import { typesetAnswer } from '@/lib/problems/typeset-answer'
import { withColours } from '@/lib/problems/server/with-colours'
import { getSplitContract, listSplitReportsContract, previewRepairContract } from '../contract'
import { shownAnswerCharacters } from '../shown-answer'
import { readStepIds } from '../step-revision'
import { findRefusal, makeNotFound, planRepair } from './plan-repair'
import { planGold } from './repair-gold'
import { countReportedSteps, listReportedSteps, listReportsOf } from './reports.sql'
import { readAs } from './reviewed.sql'
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
    const rows = await listReportedSteps(db, readAs(project), {
      limit: limit + 1,
      after: after === undefined ? null : readPlace(after),
    })
    const steps = rows.slice(0, limit)
    const last = steps.at(-1)
    return {
      open: await countReportedSteps(db, project.id),
      steps,
      next: rows.length > limit && last ? `${last.solution}.${last.step}` : null,
    }
  },
})

export const getSplit = query(getSplitContract, {
  action: 'split.read',
  scope: 'project',
  async run({ db, project }, { solution }) {
    const place = { ...readAs(project), solutionId: solution }
    const found = await findSolution(db, place)
    if (!found) throw makeNotFound()
    const annotations = await listAnnotationsOf(db, place)
    const ids = readStepIds(found)
    return withColours({
      solution,
      externalId: found.externalId,
      revision: found.revision,
      problem: typeset(found.problem.statement),
      answer:
        found.answer === null ? null : typesetAnswer(found.answer.slice(0, shownAnswerCharacters)),
      steps: found.steps.map((step, i) => ({ id: ids[i]!, ...typeset(step) })),
      refusal: findRefusal(found.flow, annotations),
      reports: await listReportsOf(db, place),
      annotations: annotations.map(describeAnnotation),
      history: await listHistory(db, place),
    })
  },
})

export const previewRepair = query(previewRepairContract, {
  action: 'split.preview',
  scope: 'project',
  async run({ db, project }, { solution, ...based }) {
    const place = { ...readAs(project), solutionId: solution }
    const { repair, annotations } = await planRepair(db, place, based)
    const { first, added } = repair.map
    return {
      steps: repair.steps.slice(first, first + added).map(typeset),
      effects: annotations.map(({ annotation, person, state, isReturned, mapped }) => ({
        ...{ annotation, person, state, isReturned },
        voided: mapped.voided,
      })),
      gold: (await planGold(db, place, repair.map)).effect,
    }
  },
})

function describeAnnotation(row: AnnotationOfSolution) {
  const { annotation, person, state, isImported, finishReason, ratings } = row
  const reached = ratings.length
  const error = ratings.at(-1) === -1 ? reached - 1 : null
  return { annotation, person, state, isImported, reached, error, finishReason }
}

/** As `next` writes it. */
function readPlace(after: string) {
  const [solution, step] = after.split('.')
  return { solution: solution!, step: Number(step) }
}
