import type { SolutionKey } from '@/lib/annotations/server/lock-solution.sql'
import {
  makeSolutionNotFoundError,
  makeStepsOutdatedError,
} from '@/lib/annotations/server/solution-errors'
import { importLineLimits } from '@/lib/formats/import-line-limits'
import type { Flow } from '@/lib/formats/record'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import type { ReviewScope } from '@/lib/reviews/server/reviewed-annotations.sql'
import { mapAnnotationToRepairedSteps, type MappedAnnotation } from '../map-annotation'
import { type MovedStepOption, mapOptionsToRepairedSteps } from '../map-step-data'
import {
  applyStepChange,
  findStepChangeError,
  type StepRepair,
  type StepChange,
} from '../repair-steps'
import {
  findSolutionWithSteps,
  type RepairableAnnotationRow,
  listAnnotationsOfSolution,
  listStepRevisions,
} from './solution-split.sql'

type Solution = NonNullable<Awaited<ReturnType<typeof findSolutionWithSteps>>>

/** Everything that a repair would do. */
export interface RepairPlan {
  change: StepChange
  solution: Solution
  repair: StepRepair
  annotations: (RepairableAnnotationRow & { mapped: MappedAnnotation; isReturned: boolean })[]
  movedOptions: MovedStepOption[]
}

/**
 * Throws `not_found`, `conflict` for an outdated revision or steps that can't be repaired, and `invalid_input` for an
 * impossible change.
 */
export async function planRepair(
  db: Transaction,
  solutionKey: SolutionKey & ReviewScope,
  { revision, change }: { revision: number; change: StepChange },
): Promise<RepairPlan> {
  const solution = await findSolutionWithSteps(db, solutionKey)
  if (!solution) throw makeSolutionNotFoundError()
  if (solution.revision !== revision) throw makeStepsOutdatedError()
  const annotations = await listAnnotationsOfSolution(db, solutionKey)
  const refusal = findRepairRefusalReason(solution.flow, annotations)
  if (refusal !== null) throw new AppError('conflict', `${refusal} Nothing was changed.`)
  const changeError = findStepChangeError(solution, change)
  if (changeError !== null) rejectChange(changeError)
  const needsHistory = solution.text === null && change.kind === 'merge'
  const history = needsHistory ? await listStepRevisions(db, solutionKey) : []
  const repair = applyStepChange({ ...solution, history }, change)
  return {
    change,
    solution,
    repair,
    movedOptions: await planOptions(db, solutionKey, repair),
    annotations: annotations.map((annotation) => {
      const mapped = mapAnnotationToRepairedSteps(annotation, repair.replacement)
      const isReturned = annotation.state === 'submitted' && !mapped.isUnchanged
      return { ...annotation, mapped, isReturned }
    }),
  }
}

/** Why a solution's steps can't be repaired, as a message; null if they can. */
export function findRepairRefusalReason(
  flow: Flow,
  annotations: readonly Pick<RepairableAnnotationRow, 'isImported'>[],
): string | null {
  if (flow === 'step_choice') return 'In the step-choice flow, each option is a step of its own.'
  return annotations.some(({ isImported }) => isImported)
    ? 'The solution has imported labels, which never change.'
    : null
}

async function planOptions(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
  repair: StepRepair,
): Promise<MovedStepOption[]> {
  const { first, removed } = repair.replacement
  const options = await db.stepOption.findMany({
    where: { projectId, solutionId, option: { gt: 0 }, step: { gte: first, lt: first + removed } },
    select: { step: true, option: true, text: true },
  })
  if (options.length > importLineLimits.optionsPerStep)
    rejectChange(`A step can have at most ${importLineLimits.optionsPerStep} options.`)
  return mapOptionsToRepairedSteps(options, repair)
}

function rejectChange(reason: string): never {
  throw new AppError('invalid_input', reason, { issues: [{ location: 'change', reason }] })
}
