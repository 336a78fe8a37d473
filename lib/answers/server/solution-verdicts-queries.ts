import { query } from '@/lib/auth/server/operation'
import { findLastValue } from '@/lib/grading/find-last-value'
import { gradeAnswer } from '@/lib/grading/grade-answer'
import { AppError } from '@/lib/platform/errors'
import type { GraderMode } from '@/lib/projects/settings'
import type { ReplyTypesetter } from '@/lib/typesetting/reply-typesetter'
import { typesetReply } from '@/lib/typesetting/server/typeset-reply'
import {
  listPairSolutionsContract,
  listUnansweredSolutionsContract,
  solutionsPerPage,
} from '../solution-verdicts-contract'
import { toVerdictStatusReply } from './answer-pair-reply'
import { findAnswerPairTexts } from './answers.sql'
import {
  countAnswerPairSolutions,
  countUnansweredSolutions,
  listAnswerPairSolutionRows,
  type SolutionVerdictRow,
  listUnansweredSolutionRows,
  type UnansweredSolutionRow,
} from './solution-verdicts.sql'

const limit = solutionsPerPage
const countPages = (solutions: number) => Math.ceil(solutions / limit)

export const listPairSolutions = query(listPairSolutionsContract, {
  action: 'answers.read',
  scope: 'project',
  async run({ db, project }, { pair, page }) {
    const texts = await findAnswerPairTexts(db, project.id, pair)
    if (!texts)
      throw new AppError('not_found', 'No solution in this project has this pair of answers.')
    const pageRange = { limit, offset: (page - 1) * limit }
    const rows = await listAnswerPairSolutionRows(db, project.id, texts, pageRange)
    const pages = countPages(await countAnswerPairSolutions(db, project.id, texts))
    return typesetReply((typesetter) => ({
      solutions: rows.map((row) => describeListedSolution(typesetter, row)),
      pages,
    }))
  },
})

export const listUnansweredSolutions = query(listUnansweredSolutionsContract, {
  action: 'answers.read',
  scope: 'project',
  async run({ db, project }, { page }) {
    const pageRange = { limit, offset: (page - 1) * limit }
    const rows = await listUnansweredSolutionRows(db, project.id, pageRange)
    const pages = countPages(await countUnansweredSolutions(db, project.id))
    return typesetReply((typesetter) => ({
      solutions: rows.map((row) => ({
        ...describeListedSolution(typesetter, row),
        referenceAnswer: row.referenceAnswer,
        suggestion: suggestAnswer(row, project.graderMode),
      })),
      pages,
    }))
  },
})

function describeListedSolution(typesetter: ReplyTypesetter, row: SolutionVerdictRow) {
  const { solution, externalId, problem, lastStep } = row
  return {
    solution,
    externalId,
    problem: typesetter.text(problem),
    lastStep: typesetter.text(lastStep),
    ...toVerdictStatusReply(row),
  }
}

/** The answer that a more lenient extraction finds: a suggestion for the reviewer, never stored automatically. */
function suggestAnswer({ end, referenceAnswer }: UnansweredSolutionRow, mode: GraderMode) {
  // Removes full stops at the end of a sentence, so that a number before one is accepted too.
  const answer = findLastValue(end.replaceAll(/\.(?=\s|$)/g, ' '))
  // If the reference answer has a digit, an answer without one can't be right.
  if (
    answer === null ||
    (!/\d/.test(answer) && referenceAnswer !== null && /\d/.test(referenceAnswer))
  )
    return null
  return { answer, ...pickVerdictAndReason(gradeAnswer(answer, referenceAnswer, mode)) }
}

const pickVerdictAndReason = ({ verdict, reason }: ReturnType<typeof gradeAnswer>) => ({
  verdict,
  reason,
})
