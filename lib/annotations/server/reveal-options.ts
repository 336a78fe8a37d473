import { findFirstError } from '@/lib/formats/annotation-rules'
import type { Transaction } from '@/lib/platform/server/database'
import { setTransactionLimits } from '@/lib/platform/server/transaction-limits'
import type { ReplyTypesetter } from '@/lib/typesetting/reply-typesetter'
import type { AnnotationSettings } from '../annotation-settings'
import {
  readAlternativesAndExplanations,
  recordOptionReveal,
  type StepAlternativesAndExplanations,
} from './option-reveals.sql'
import type { AnnotationContext, LeasedSolution } from './ratable-content.sql'
import { typesetWorkWithOwnCache } from './typeset-work'

interface Ratings {
  ratings: readonly (number | null)[]
}

/** The first error; null if there is none. The step-choice flow has no errors. */
export function findFirstErrorOfRatings(
  { flow }: Pick<LeasedSolution, 'flow'>,
  { ratings }: Ratings,
): number | null {
  return flow === 'solution' ? findFirstError(ratings) : null
}

/** The first error, if the annotator has not seen its options yet. */
export function findFirstErrorWithUnseenOptions(
  work: Pick<LeasedSolution, 'flow' | 'revealed'>,
  input: Ratings,
): number | null {
  const step = findFirstErrorOfRatings(work, input)
  return step === null || work.revealed.includes(step) ? null : step
}

/** Limits the typesetting, during which a transaction is open. */
const typesetMaxMs = 4_000
const idleMs = 5_000

type Context = Pick<AnnotationContext, 'projectId' | 'solutionId'> &
  Pick<AnnotationSettings, 'asksExplanation'>

/** Whether there is something to answer at a step that is rated negative. */
export async function hasAlternativesOrExplanations(
  db: Transaction,
  context: Context,
  step: number,
): Promise<boolean> {
  const { options, explanations } = await findAlternativesAndRequestedExplanations(
    db,
    context,
    step,
  )
  return options.length > 0 || explanations.length > 0
}

/** Records that the annotator sees the options of a step, and returns them as `getWork` would. */
export async function revealStepOptions(
  db: Transaction,
  context: Context,
  { annotationId, revision, step }: { annotationId: string; revision: number; step: number },
) {
  await recordOptionReveal(db, { projectId: context.projectId, annotationId, revision, step })
  const candidates = await findAlternativesAndRequestedExplanations(db, context, step)
  // Typesetting a long text on a busy machine may take longer than a transaction may usually be idle.
  await setTransactionLimits(db, { idleMs })
  return typesetWorkWithOwnCache(
    ({ textWithSource }) => toRevealedOptionsReply(textWithSource, step, candidates),
    {
      maxWaitMs: typesetMaxMs,
    },
  )
}

/** The reply with the alternatives and candidate explanations of a step. */
export function toRevealedOptionsReply(
  textWithSource: ReplyTypesetter['textWithSource'],
  step: number,
  { options, explanations }: StepAlternativesAndExplanations,
) {
  return {
    step,
    options: options.map(textWithSource),
    explanations: explanations.map(textWithSource),
  }
}

/** The alternatives of a step, with candidate explanations only if the project asks for explanations. */
export async function findAlternativesAndRequestedExplanations(
  db: Transaction,
  context: Context,
  step: number,
): Promise<StepAlternativesAndExplanations> {
  const candidates = await readAlternativesAndExplanations(db, context, step)
  return context.asksExplanation ? candidates : { ...candidates, explanations: [] }
}
