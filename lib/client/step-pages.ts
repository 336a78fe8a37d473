import type { getWorkContract, getWorkStepsContract } from '@/lib/annotations/contract'
import type { ReplyOf } from '@/lib/platform/contract'

type WorkReply = ReplyOf<typeof getWorkContract>
export type StepText = WorkReply['steps'][number]
/** A leased solution with its draft. Steps that are not loaded yet are null. */
export type LeasedWork = Omit<WorkReply, 'steps' | 'pageStart'> & {
  steps: readonly (StepText | null)[]
}
/** A page of consecutive steps. */
export type StepPage = ReplyOf<typeof getWorkStepsContract>

/** The work of a reply, with its steps in their places. */
export function placeLoadedSteps({ pageStart, steps, ...work }: WorkReply): LeasedWork {
  const isPaged = steps.length > 0 && steps.length < work.stepCount
  const emptySteps = Array.from({ length: work.stepCount }, () => null)
  return { ...work, steps: isPaged ? putPage(emptySteps, { pageStart, steps }) : steps }
}

/** The work with the steps of a page. Null if it is from another revision of the steps. */
export function addStepPage(work: LeasedWork, page: StepPage): LeasedWork | null {
  if (page.revision !== work.revision || page.stepCount !== work.stepCount) return null
  return { ...work, steps: putPage(work.steps, page) }
}

/**
 * A step that is not loaded: the first from `near` on, or else the first of all. -1 if all are loaded.
 */
export function findUnloadedStep({ steps }: Pick<LeasedWork, 'steps'>, near: number): number {
  const next = steps.indexOf(null, Math.max(0, near))
  return next === -1 ? steps.indexOf(null) : next
}

function putPage(
  steps: readonly (StepText | null)[],
  page: Pick<StepPage, 'pageStart' | 'steps'>,
): readonly (StepText | null)[] {
  return steps.toSpliced(page.pageStart, page.steps.length, ...page.steps)
}
