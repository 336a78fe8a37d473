import { query, requirePerson } from '@/lib/auth/server/operation'
import type { ReplyOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import { withColours } from '@/lib/problems/server/with-colours'
import {
  compareAnnotationsContract,
  getReviewWorkContract,
  listAdjudicationsContract,
  listDisagreementsContract,
} from '../adjudication-contract'
import { mostCounted } from '../most-counted'
import { findParting } from '../parting'
import { findStanding, listAdjudicationRows, type StandingAdjudication } from './adjudications.sql'
import { choiceRefusal, describeReviewed, describeSolution } from './describe-reviewed'
import { describeSaid } from './describe-said'
import {
  countDisagreements,
  findHighestScore,
  findNextDisagreement,
  listDisagreementRows,
} from './disagreements.sql'
import { makeNotFound } from './plan-repair'
import { countAskedSteps } from './questions.sql'
import { countReportedSteps } from './reports.sql'
import { type ComparedRow, findReviewedSolution, listCompared, readAs } from './reviewed.sql'
import { countReviewWork } from './reviews.sql'

export const getReviewWork = query(getReviewWorkContract, {
  action: 'review.read',
  scope: 'project',
  async run({ db, project }) {
    return {
      ...(await countReviewWork(db, project.id)),
      disagreements: await countDisagreements(db, project.id),
      questions: Math.min(mostCounted, await countAskedSteps(db, project.id)),
      splits: Math.min(mostCounted, await countReportedSteps(db, project.id)),
    }
  },
})

export const listDisagreements = query(listDisagreementsContract, {
  action: 'review.read',
  scope: 'project',
  async run({ db, project }, { kind, person, other, after, limit }) {
    const people = [person, other].filter((user) => user !== undefined)
    if (people.length > 0 && project.hidesLabelers)
      throw new AppError(
        'invalid_input',
        'This project hides who labelled what until it is ruled on, so its disagreements are not listed by person.',
      )
    const filter = { kind, people }
    const rows = await listDisagreementRows(db, project.id, filter, {
      place: after === undefined ? null : readPlace(after),
      limit: limit + 1,
      showsNames: !project.hidesLabelers,
    })
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    return {
      count: await countDisagreements(db, project.id, filter),
      highestScore: await findHighestScore(db, project.id),
      disagreements: shown,
      next: rows.length > limit && last ? `${last.worth}_${last.solution}` : null,
    }
  },
})

export const listAdjudications = query(listAdjudicationsContract, {
  action: 'review.read',
  scope: 'project',
  async run({ db, project }, { after, limit }) {
    const rows = await listAdjudicationRows(db, project.id, { after, limit: limit + 1 })
    const shown = rows.slice(0, limit)
    return {
      adjudications: shown.map(({ cursor: _, at, ...row }) => ({ ...row, at: at.toISOString() })),
      next: rows.length > limit ? shown.at(-1)!.cursor : null,
    }
  },
})

export const compareAnnotations = query(compareAnnotationsContract, {
  action: 'review.read',
  scope: 'project',
  async run({ actor, db, project }, { solution, kind }) {
    const { userId } = requirePerson(actor)
    const place = { projectId: project.id, solutionId: solution }
    const found = await findReviewedSolution(db, place)
    if (!found) throw makeNotFound()
    const standing = await findStanding(db, place)
    const of = readAs(project)
    const rows = await listCompared(db, of, place)
    const compared = rows.filter(({ isCompared }) => isCompared)
    const parting = findParting(compared, found.steps.length)
    const next = await findNextDisagreement(db, place, { kind })
    return withColours({
      ...describeSolution(solution, found),
      refusal: found.flow === 'solution' ? null : choiceRefusal,
      isGold: found.isGold,
      parting,
      annotations: putPartedFirst(rows, parting?.firstStep ?? null).map((row) => ({
        ...describeReviewed(row, userId),
        letter: nameLetter(row.letter),
        isCompared: row.isCompared,
        ...describeSaid(row, project.errorTags),
      })),
      adjudication: standing && describeStanding(standing),
      next: next === solution ? null : next,
      waiting: await countDisagreements(db, project.id),
    })
  },
})

/** As `next` writes it. */
function readPlace(after: string) {
  const [worth, solution] = after.split('_')
  return { worth: Number(worth), solution: solution! }
}

/** `A` to `Z`, then by number. */
const nameLetter = (number: number) =>
  number <= 26 ? String.fromCharCode(64 + number) : String(number)

/** The first, and the first that rates the step where they part otherwise; then the rest in their order. */
function putPartedFirst(rows: readonly ComparedRow[], step: number | null): ComparedRow[] {
  const compared = rows.filter(({ isCompared }) => isCompared)
  const one = compared[0]
  const other =
    step === null ? compared[1] : compared.find((row) => row.ratings[step] !== one?.ratings[step])
  const pair = [one, other].filter((row) => row !== undefined)
  return [...pair, ...rows.filter((row) => !pair.includes(row))]
}

function describeStanding(
  standing: StandingAdjudication,
): NonNullable<ReplyOf<typeof compareAnnotationsContract>['adjudication']> {
  const { adjudication, ratings, note, by, at, adopted, madeGold } = standing
  return { adjudication, ratings, note, by, at: at.toISOString(), adopted, madeGold }
}
