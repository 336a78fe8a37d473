import type { Flow } from '@/lib/formats/record'
import { formatLimits } from '@/lib/formats/limits'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { mapAnnotation, type MappedAnnotation } from '../map-annotation'
import { type MovedOption, moveOptions } from '../map-lists'
import { changeSteps, findChangeProblem, type Repair, type StepChange } from '../repair-steps'
import type { SolutionPlace } from './lock-solution.sql'
import type { ReadingOf } from './reviewed.sql'
import {
  findSolution,
  type AnnotationOfSolution,
  listAnnotationsOf,
  listRevisions,
} from './split.sql'

type Solution = NonNullable<Awaited<ReturnType<typeof findSolution>>>

/** Everything that a repair does, before it is done. */
export interface RepairPlan {
  change: StepChange
  solution: Solution
  repair: Repair
  annotations: (AnnotationOfSolution & { mapped: MappedAnnotation; isReturned: boolean })[]
  movedOptions: MovedOption[]
}

/** Throws `not_found`, `conflict` where another revision stands by now, and `invalid_input` where it cannot be done. */
export async function planRepair(
  db: Transaction,
  place: SolutionPlace & ReadingOf,
  { revision, change }: { revision: number; change: StepChange },
): Promise<RepairPlan> {
  const solution = await findSolution(db, place)
  if (!solution) throw makeNotFound()
  if (solution.revision !== revision) throw makeOutdated()
  const annotations = await listAnnotationsOf(db, place)
  const refusal = findRefusal(solution.flow, annotations)
  if (refusal !== null) throw new AppError('conflict', `${refusal} Nothing was changed.`)
  const problem = findChangeProblem(solution, change)
  if (problem !== null) refuseChange(problem)
  const isTraced = solution.text === null && change.kind === 'merge'
  const history = isTraced ? await listRevisions(db, place) : []
  const repair = changeSteps({ ...solution, history }, change)
  return {
    ...{ change, solution, repair },
    movedOptions: await planOptions(db, place, repair),
    annotations: annotations.map((annotation) => {
      const mapped = mapAnnotation(annotation, repair.map)
      const isReturned = annotation.state === 'submitted' && !mapped.isWhole
      return { ...annotation, mapped, isReturned }
    }),
  }
}

export function makeNotFound(): AppError {
  return new AppError('not_found', 'There is no such solution in this project.')
}

export function makeOutdated(): AppError {
  return new AppError(
    'conflict',
    'The steps of this solution were repaired since you read them. Nothing was changed: load the page again.',
  )
}

/** Why a solution's steps stay as they are, in words; null where they can be repaired. */
export function findRefusal(
  flow: Flow,
  annotations: readonly Pick<AnnotationOfSolution, 'isImported'>[],
): string | null {
  if (flow === 'step_choice')
    return 'Its steps are choices between options, each a step of its own: there is nothing to cut.'
  return annotations.some(({ isImported }) => isImported)
    ? 'It has labels that came with data, and those are kept and exported exactly as they came.'
    : null
}

async function planOptions(
  db: Transaction,
  { projectId, solutionId }: SolutionPlace,
  repair: Repair,
): Promise<MovedOption[]> {
  const { first, removed } = repair.map
  const options = await db.stepOption.findMany({
    where: { projectId, solutionId, option: { gt: 0 }, step: { gte: first, lt: first + removed } },
    select: { step: true, option: true, text: true },
  })
  if (options.length > formatLimits.optionsPerStep)
    refuseChange(`There would be more than ${formatLimits.optionsPerStep} options at one step.`)
  return moveOptions(options, repair)
}

function refuseChange(reason: string): never {
  throw new AppError('invalid_input', reason, { issues: [{ place: 'change', reason }] })
}
