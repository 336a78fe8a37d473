import { listGoldCandidateRows } from '@/lib/agreement/server/consensus.sql'
import { makeSolutionNotFoundError } from '@/lib/annotations/server/solution-errors'
import { query } from '@/lib/auth/server/operation'
import { cutPage } from '@/lib/platform/cut-page'
import { idField } from '@/lib/platform/fields'
import { describeReviewedSolution } from '@/lib/reviews/server/describe-reviewed-annotation'
import { findReviewedSolution } from '@/lib/reviews/server/reviewed-annotations.sql'
import { typesetReply } from '@/lib/typesetting/server/typeset-reply'
import { getGoldContract, listGoldCandidatesContract, listGoldContract } from '../contract'
import { findGoldRefusalReason } from './find-gold-refusal'
import {
  type GoldAnswerCounts,
  countGold,
  findGoldDetails,
  findSolutionIdByExternalId,
  type GoldRow,
  listGoldRows,
  countAnnotationsByFirstError,
} from './gold-rows.sql'

export const listGold = query(listGoldContract, {
  action: 'gold.read',
  scope: 'project',
  async run({ db, project }, { after, limit, search, ...filter }) {
    const request = { ...filter, search: search?.trim() || undefined }
    const rows = await listGoldRows(db, project.id, request, { after, limit: limit + 1 })
    const { page, next } = cutPage(rows, limit, ({ cursor }) => cursor)
    return {
      count: await countGold(db, project.id, request),
      gold: page.map(({ cursor: _, at, ...row }) => ({ ...row, at: at.toISOString() })),
      next,
    }
  },
})

export const getGold = query(getGoldContract, {
  action: 'gold.read',
  scope: 'project',
  async run({ db, project }, { solution: request, around = 0 }) {
    const isId = idField.safeParse(request).success
    const solution = isId ? request : await findSolutionIdByExternalId(db, project.id, request)
    const solutionKey = solution === null ? null : { projectId: project.id, solutionId: solution }
    const details = solutionKey && (await findReviewedSolution(db, solutionKey))
    if (!solutionKey || !details) throw makeSolutionNotFoundError()
    const goldItem = await findGoldDetails(db, solutionKey)
    const firstErrorCounts = await countAnnotationsByFirstError(db, solutionKey)
    return typesetReply((typesetter) => ({
      ...describeReviewedSolution(typesetter, solutionKey.solutionId, details, around),
      refusal: findGoldRefusalReason(details),
      gold: goldItem && describeKnown(goldItem),
      answers: goldItem?.answers ?? noAnswers,
      screeningAnswers: goldItem?.screeningAnswers ?? noAnswers,
      firstErrorCounts,
    }))
  },
})

export const listGoldCandidates = query(listGoldCandidatesContract, {
  action: 'gold.read',
  scope: 'project',
  async run({ db, project }, { people, error, after, limit }) {
    const rows = await listGoldCandidateRows(
      db,
      project.id,
      { people, error },
      { after, limit: limit + 1 },
    )
    const { page, next } = cutPage(rows, limit, ({ solution }) => solution)
    return { candidates: page, next }
  },
})

const noAnswers: GoldAnswerCounts = {
  exact: 0,
  near: 0,
  verdict: 0,
  missed: 0,
  falseAlarm: 0,
  unanswered: 0,
}

const describeKnown = ({ firstErrors, explanation, origin, by, at }: GoldRow) => ({
  firstErrors,
  explanation,
  origin,
  by,
  at: at.toISOString(),
})
