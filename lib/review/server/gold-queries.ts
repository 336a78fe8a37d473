import { query } from '@/lib/auth/server/operation'
import { idField } from '@/lib/platform/fields'
import { withColours } from '@/lib/problems/server/with-colours'
import { getGoldContract, listGoldCandidatesContract, listGoldContract } from '../gold-contract'
import { listCandidates } from './consensus.sql'
import { describeSolution } from './describe-reviewed'
import {
  type AnswerCounts,
  countGold,
  findGoldItem,
  findNamedSolution,
  type KnownRow,
  listGoldRows,
  listSaidErrors,
} from './gold-rows.sql'
import { goldRefusal } from './gold-refusal'
import { makeNotFound } from './plan-repair'
import { findReviewedSolution } from './reviewed.sql'

export const listGold = query(listGoldContract, {
  action: 'gold.read',
  scope: 'project',
  async run({ db, project }, { after, limit, search, ...filter }) {
    const asked = { ...filter, search: search?.trim() || undefined }
    const rows = await listGoldRows(db, project.id, asked, { after, limit: limit + 1 })
    const shown = rows.slice(0, limit)
    return {
      count: await countGold(db, project.id, asked),
      gold: shown.map(({ cursor: _, at, ...row }) => ({ ...row, at: at.toISOString() })),
      next: rows.length > limit ? shown.at(-1)!.cursor : null,
    }
  },
})

export const getGold = query(getGoldContract, {
  action: 'gold.read',
  scope: 'project',
  async run({ db, project }, { solution: asked }) {
    const isId = idField.safeParse(asked).success
    const solution = isId ? asked : await findNamedSolution(db, project.id, asked)
    const place = solution === null ? null : { projectId: project.id, solutionId: solution }
    const found = place && (await findReviewedSolution(db, place))
    if (!place || !found) throw makeNotFound()
    const known = await findGoldItem(db, place)
    return withColours({
      ...describeSolution(place.solutionId, found),
      refusal: goldRefusal(found),
      gold: known && describeKnown(known),
      answers: known?.answers ?? noAnswers,
      said: await listSaidErrors(db, place),
    })
  },
})

export const listGoldCandidates = query(listGoldCandidatesContract, {
  action: 'gold.read',
  scope: 'project',
  async run({ db, project }, { people, error, after, limit }) {
    const rows = await listCandidates(
      db,
      project.id,
      { people, error },
      { after, limit: limit + 1 },
    )
    const candidates = rows.slice(0, limit)
    return { candidates, next: rows.length > limit ? candidates.at(-1)!.solution : null }
  },
})

const noAnswers: AnswerCounts = {
  ...{ exact: 0, near: 0, verdict: 0 },
  ...{ missed: 0, falseAlarm: 0, unanswered: 0 },
}

const describeKnown = ({ firstErrors, explanation, origin, by, at }: KnownRow) => ({
  ...{ firstErrors, explanation, origin, by },
  at: at.toISOString(),
})
