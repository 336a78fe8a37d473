import { agreementFiltersField } from '@/lib/agreement/agreement-filters'
import { agreementComputationResultField } from '@/lib/agreement/contract'
import { countAnnotationsChangedSinceAgreement } from '@/lib/agreement/server/agreement-reply'
import { query } from '@/lib/auth/server/operation'
import { scoreGoldAnswer } from '@/lib/gold/score-gold-answer'
import { readPauseThreshold } from '@/lib/people/server/pause.sql'
import { listGoldAnswersByMember } from '@/lib/people/server/people.sql'
import { estimateExactShare } from '@/lib/people/summarise-gold-answers'
import type { ReplyOf } from '@/lib/platform/contract'
import type { Transaction } from '@/lib/platform/server/database'
import { hidesSubmissionTimes } from '@/lib/reviews/server/submission-times'
import { findDayStart } from '@/lib/reviews/week-start'
import {
  getDashboardContract,
  lastErrorStepInChart,
  maxListedActivePeople,
} from '../dashboard-contract'
import {
  type ActivePersonRow,
  findOverallAgreement,
  listDayCounts,
  listActivePeople,
} from './dashboard.sql'

type Agreement = ReplyOf<typeof getDashboardContract>['agreement']

const agreementField = getDashboardContract.reply.shape.agreement.unwrap()
/** The stored part; `isOutdated` is computed on read. */
const storedAgreementField = agreementField
  .omit({ isOutdated: true })
  .extend({ sample: agreementComputationResultField.shape.sample })

const noFilters = agreementFiltersField.parse({})

/** Null if no result is stored, or if an older version stored it in another shape. */
async function readOverallAgreement(db: Transaction, projectId: string): Promise<Agreement> {
  const storedResult = storedAgreementField.safeParse(
    await findOverallAgreement(db, projectId, noFilters),
  )
  if (!storedResult.success) return null
  const { sample: _, ...agreement } = storedResult.data
  const { newAnnotations, reopened } = await countAnnotationsChangedSinceAgreement(
    db,
    projectId,
    noFilters,
    storedResult.data,
  )
  return { ...agreement, isOutdated: newAnnotations > 0 || reopened > 0 }
}

export const getDashboard = query(getDashboardContract, {
  action: 'dashboard.read',
  scope: 'project',
  async run({ db, project }) {
    const { id } = project
    const hidesTimes = hidesSubmissionTimes(project)
    // At most two at once, so that dashboards leave connections for annotators.
    const [days, activePeople] = await Promise.all([
      listDayCounts(db, id),
      listActivePeople(db, id),
    ])
    const people = hidesTimes ? activePeople.flatMap(toPausedPerson) : activePeople
    const listedPeople = people.slice(0, maxListedActivePeople)
    const [goldAnswersByMember, agreement] = await Promise.all([
      listGoldAnswersByMember(
        db,
        id,
        listedPeople.map(({ user }) => user),
      ),
      readOverallAgreement(db, id),
    ])
    const pauseBelow = await readPauseThreshold(db, id)
    const steps = Array.from({ length: lastErrorStepInChart }, (_, step) => step)
    return {
      days: days.map(({ firstErrors: _, ...day }) => day),
      firstErrors: steps.map((step) =>
        days.reduce((sum, { firstErrors }) => sum + firstErrors[step]!, 0),
      ),
      active: {
        annotators: activePeople.filter(
          ({ current, pausedAt }) => current !== null && pausedAt === null,
        ).length,
        total: people.length,
        listsOnlyPaused: hidesTimes,
        people: listedPeople.map((person) => {
          const goldAnswers = goldAnswersByMember.get(person.user) ?? []
          const exactAnswers = goldAnswers.filter(
            (answer) => scoreGoldAnswer(answer.firstErrors, answer.answer) === 'exact',
          )
          const counts = { answers: goldAnswers.length, exact: exactAnswers.length }
          const { mean, low, high } = estimateExactShare(counts)
          return {
            ...person,
            gold:
              goldAnswers.length === 0 ? null : { answers: goldAnswers.length, mean, low, high },
          }
        }),
      },
      pauseBelow,
      agreement,
    }
  },
})

/** A list of the people who are active today would reveal who made the annotations of today. */
const toPausedPerson = ({ user, name, pausedAt }: ActivePersonRow): ActivePersonRow[] =>
  pausedAt === null
    ? []
    : [
        {
          user,
          name,
          pausedAt: findDayStart(pausedAt),
          current: null,
          lastSubmittedAt: null,
          submittedToday: null,
          msPerStep: null,
        },
      ]
