import { streamQuery, query } from '@/lib/auth/server/operation'
import { escapeFormulaCell, writeCsvRow } from '@/lib/formats/csv-rows'
import {
  pairRatingsWithGold,
  pairRatingsWithAdjudication,
  countRatingConfusion,
} from '@/lib/gold/confusion'
import { scoreGoldAnswer } from '@/lib/gold/score-gold-answer'
import type { ReplyOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { hidesSubmissionTimes, roundSubmissionTime } from '@/lib/reviews/server/submission-times'
import { findDayStart } from '@/lib/reviews/week-start'
import { findAccuracyDriftStart } from '../accuracy-drift'
import { getPersonContract, listPeopleContract, listTimeSpentContract } from '../contract'
import { type GoldAnswer, summariseGoldAnswers } from '../summarise-gold-answers'
import { listPauses, readPauseThreshold } from './pause.sql'
import {
  type GoldAnswerRow,
  listGoldAnswers,
  listPeopleRows,
  listGoldAnswersByMember,
  listRatingsWithAdjudication,
  listTimeSpentRows,
  listWorkPeriods,
  type WorkPeriodUnit,
  type PersonRow,
} from './people.sql'

export const listPeople = query(listPeopleContract, {
  action: 'person.read',
  scope: 'project',
  async run({ db, project }) {
    const hidesTimes = hidesSubmissionTimes(project)
    const [pauseBelow, rows, goldAnswersByMember] = await Promise.all([
      readPauseThreshold(db, project.id),
      listPeopleRows(db, { projectId: project.id }),
      listGoldAnswersByMember(db, project.id),
    ])
    return {
      pauseBelow,
      people: rows.map((row) =>
        toPersonReply(row, goldAnswersByMember.get(row.user) ?? [], { pauseBelow, hidesTimes }),
      ),
    }
  },
})

const maxListedAnswers = 500

export const getPerson = query(getPersonContract, {
  action: 'person.read',
  scope: 'project',
  async run({ db, project }, { user }) {
    const scope = { projectId: project.id, userId: user }
    const [row] = await listPeopleRows(db, scope)
    if (!row) throw new AppError('not_found', 'Member not found in this project.')
    // Times are not hidden from admins, who can export the time of each day with names.
    const hidesTimes = hidesSubmissionTimes(project)
    const unit: WorkPeriodUnit = hidesTimes ? 'week' : 'day'
    const [pauseBelow, answers, adjudications, periods, pauses] = await Promise.all([
      readPauseThreshold(db, project.id),
      listGoldAnswers(db, scope),
      listRatingsWithAdjudication(db, scope),
      listWorkPeriods(db, scope, unit),
      listPauses(db, scope),
    ])
    const withdrawalStart = await findWithdrawalStart(db, scope, answers)
    return {
      pauseBelow,
      person: toPersonReply(row, answers, { pauseBelow, hidesTimes }),
      confusion: {
        gold: countRatingConfusion(
          answers.flatMap(({ firstErrors, ratings }) => pairRatingsWithGold(firstErrors, ratings)),
        ).map((counts) => [...counts]),
        adjudications: countRatingConfusion(
          adjudications.flatMap(({ adjudicated, ratings }) =>
            pairRatingsWithAdjudication(adjudicated, ratings),
          ),
        ).map((counts) => [...counts]),
      },
      answers: answers.slice(-maxListedAnswers).map((answer) => ({
        solution: answer.solution,
        submittedAt: roundSubmissionTime(answer.submittedAt, hidesTimes),
        score: scoreGoldAnswer(answer.firstErrors, answer.answer),
        firstErrors: answer.firstErrors,
        answer: answer.answer,
        activeMs: answer.activeMs,
      })),
      workPeriods: { unit, periods },
      pauses: pauses.map((pause) => ({
        ...pause,
        startedAt: formatPauseTime(pause.startedAt, hidesTimes),
      })),
      withdrawalStart: withdrawalStart && {
        ...withdrawalStart,
        at: roundSubmissionTime(withdrawalStart.at, hidesTimes),
      },
    }
  },
})

export const listTimeSpent = streamQuery(listTimeSpentContract, {
  action: 'time.read',
  scope: 'project',
  fileName: ({ project }) => `${project}-time.csv`,
  mediaType: () => 'text/csv',
  async *run({ db, project }, { from, to }) {
    yield timeColumns.join(',')
    for (const row of await listTimeSpentRows(db, project.id, { from, to }))
      yield writeCsvRow([
        project.slug,
        escapeFormulaCell(row.person),
        escapeFormulaCell(row.email),
        row.day,
        row.activeMs,
        Number((row.activeMs / msPerHour).toFixed(4)),
        row.annotations,
      ])
  },
})

const timeColumns = [
  ...['project', 'person', 'email', 'day', 'active_ms', 'active_hours', 'annotations'],
]
const msPerHour = 3_600_000

/** Hides the time of day, because a pause by the rule starts when the annotator submits an annotation. */
const formatPauseTime = (instant: string, hidesTimes: boolean) =>
  hidesTimes ? findDayStart(instant) : instant

function toPersonReply(
  row: PersonRow,
  answers: readonly GoldAnswer[],
  { pauseBelow, hidesTimes }: { pauseBelow: number | null; hidesTimes: boolean },
) {
  const { pausedAt } = row
  return {
    ...row,
    pausedAt: pausedAt && formatPauseTime(pausedAt, hidesTimes),
    gold: summariseGoldAnswers(answers, pauseBelow),
  }
}

type WithdrawalStart = ReplyOf<typeof getPersonContract>['withdrawalStart']

/**
 * The time of the last answer before a drop in accuracy, among the answers that count for the pause rule. Without a drop,
 * the end of the last pause or the first submission. Null if no answer counts.
 */
async function findWithdrawalStart(
  db: Transaction,
  { projectId, userId }: { projectId: string; userId: string },
  answers: readonly GoldAnswerRow[],
): Promise<WithdrawalStart> {
  const countedAnswers = answers.filter(({ isCounted }) => isCounted)
  if (countedAnswers.length === 0) return null
  const driftStart = findAccuracyDriftStart(countedAnswers.map(({ isExact }) => isExact))
  if (driftStart > 0)
    return { at: countedAnswers[driftStart - 1]!.submittedAt, reason: 'accuracy_drop' }
  const { _max: last } = await db.pause.aggregate({
    where: { projectId, userId },
    _max: { endedAt: true },
  })
  if (last.endedAt) return { at: last.endedAt.toISOString(), reason: 'last_pause' }
  const first = await db.annotation.findFirst({
    where: { projectId, userId, state: 'submitted' },
    orderBy: { submittedAt: 'asc' },
    select: { submittedAt: true },
  })
  return first?.submittedAt
    ? { at: first.submittedAt.toISOString(), reason: 'first_submission' }
    : null
}
