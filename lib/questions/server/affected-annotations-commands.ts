import { command, query } from '@/lib/auth/server/operation'
import type { ProjectAccess } from '@/lib/auth/server/project-access'
import { requirePerson } from '@/lib/auth/server/require-person'
import { AppError } from '@/lib/platform/errors'
import { getTransferDatabase, type Transaction } from '@/lib/platform/server/database'
import { setTransactionLimits } from '@/lib/platform/server/transaction-limits'
import { returnAnnotations } from '@/lib/reviews/server/return-annotations'
import {
  makeReviewScope,
  type ReviewReaderScope,
} from '@/lib/reviews/server/reviewed-annotations.sql'
import { roundSubmissionTime } from '@/lib/reviews/server/submission-times'
import { typesetReply } from '@/lib/typesetting/server/typeset-reply'
import {
  maxListedAffectedAnnotations,
  type AffectedAnnotationFilter,
  previewAffectedAnnotationsContract,
  returnAffectedAnnotationsContract,
} from '../decisions-contract'
import { formatDecisionReturnNote } from '../format-decisions'
import {
  countAffectedAnnotations,
  listAnnotationsToReturn,
  lockNextAffectedAnnotations,
  recordAnnotationsReturnedByDecision,
  type PublishedDecisionScope,
} from './affected-annotations.sql'
import { findDecision, type DecisionRow } from './decisions.sql'
import { makeDecisionNotFoundError } from './lock-decision'

/** Long enough to search the texts of a million solutions. */
const maxDurationMs = 60_000
/** More than the list shows of a problem. */
const maxProblemCharacters = 3_000
const maxConnectionWaitMs = 10_000

export const previewAffectedAnnotations = query(previewAffectedAnnotationsContract, {
  action: 'question.read',
  scope: 'project',
  async run({ project }, { decision: number, ...filterFields }) {
    const affected = await getTransferDatabase().$transaction(
      async (db) => {
        await setTransactionLimits(db, { statementMs: maxDurationMs })
        const { scope } = await findPublishedDecision(db, project, number)
        const filter = pickFilter(filterFields)
        return {
          counts: await countAffectedAnnotations(db, scope, filter),
          hidesTimes: scope.hidesTimes,
          rows: await listAnnotationsToReturn(db, scope, filter, maxListedAffectedAnnotations),
        }
      },
      { timeout: maxDurationMs, maxWait: maxConnectionWaitMs },
    )
    return typesetReply((typesetter) => ({
      ...affected.counts,
      areTimesRounded: affected.hidesTimes,
      listed: affected.rows.map((row) => ({
        ...row,
        problem: typesetter.beginning(row.problem, maxProblemCharacters),
        submittedAt: roundSubmissionTime(row.submittedAt.toISOString(), affected.hidesTimes),
      })),
    }))
  },
})

export const returnAffectedAnnotations = command(returnAffectedAnnotationsContract, {
  action: 'decision.return',
  scope: 'project',
  timeoutMs: maxDurationMs,
  async run({ actor, db, project }, { decision: number, after, limit, ...filterFields }) {
    const { userId } = requirePerson(actor)
    const { decision, scope } = await findPublishedDecision(db, project, number)
    const annotationIds = await lockNextAffectedAnnotations(db, scope, pickFilter(filterFields), {
      after,
      limit,
    })
    await recordAnnotationsReturnedByDecision(db, scope, { annotationIds, userId })
    const note = formatDecisionReturnNote(decision, scope.version)
    await returnAnnotations(db, { projectId: project.id, annotationIds }, { note, userId })
    const next = annotationIds.length === limit ? annotationIds.at(-1)! : null
    return { returned: annotationIds.length, next }
  },
  audit: ({ decision }, { returned }) => ({
    target: `decision:${decision}`,
    detail: { operation: 'return', returned },
  }),
})

function pickFilter({
  fromQuestions,
  sameSolution,
  hasNote,
  stepText,
  errorTag,
}: AffectedAnnotationFilter): AffectedAnnotationFilter {
  return { fromQuestions, sameSolution, hasNote, stepText, errorTag }
}

async function findPublishedDecision(
  db: Transaction,
  project: ProjectAccess,
  number: number,
): Promise<{ decision: DecisionRow; scope: PublishedDecisionScope & ReviewReaderScope }> {
  const decision = await findDecision(db, project.id, number)
  if (!decision) throw makeDecisionNotFoundError(number)
  const { id: decisionId, guidelineVersion: version, example } = decision
  if (version === null)
    throw new AppError(
      'conflict',
      `Decision ${number} is a draft, so it affects no annotations yet. Publish it with the guideline first.`,
    )
  return { decision, scope: { ...makeReviewScope(project), decisionId, version, example } }
}
