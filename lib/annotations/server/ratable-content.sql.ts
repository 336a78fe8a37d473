import type { Flow } from '@/lib/formats/record'
import { statesFinalAnswer } from '@/lib/grading/states-answer'
import type { Transaction } from '@/lib/platform/server/database'
import { createLeaseLostError } from '@/lib/queue/server/leases'
import { type AnnotationSettings, toContentSettings } from '../annotation-settings'
import type { RatableShape } from '../content'

/** The user and solution of an annotation, and the settings it is written with. */
export interface AnnotationContext {
  projectId: string
  userId: string
  solutionId: string
  /** The guideline version that the user confirmed to have read; 0 for none. */
  guidelineVersion: number
  /** Whether this annotator sees the reference answer of this solution. */
  showsAnswer: boolean
  /** The share of the hidden-reference arm that decided `showsAnswer`; null without an arm. */
  hiddenReferenceShare: number | null
}

/** What can be rated in a solution. */
export interface RatableContent {
  shape: RatableShape
  revision: number
  /** Stored option numbers by step, in screen order. */
  optionNumbers: Readonly<Record<number, readonly number[]>>
  /** By step, the candidate explanations in order. */
  explanations: Readonly<Record<number, readonly string[]>>
}

/** A solution as returned by the database function `read_work`. */
export interface RatableContentRow {
  flow: Flow
  revision: number
  stepCount: number
  /** Flow `solution`: the steps whose options and explanations the annotator has seen. Other steps' are not returned. */
  revealed: number[]
  options: { step: number; option: number; text: string | null }[]
  explanations: { step: number; text: string }[]
}

export type LeasedSolution = RatableContentRow & { solutionId: string; secondsLeft: number }

/**
 * Locks and renews an annotator's lease, like `lockAndRenewLease`, and reads the content of its solution. `endsLease`: the
 * caller ends the lease, so this waits for calls of the annotator's other tabs. Throws `lease_lost`.
 */
export async function renewLeaseAndReadSolution(
  db: Transaction,
  { projectId, userId }: Pick<AnnotationContext, 'projectId' | 'userId'>,
  { lease, leaseMinutes, endsLease }: { lease: string; leaseMinutes: number; endsLease: boolean },
): Promise<LeasedSolution> {
  const [row] = await db.$queryRaw<LeasedSolution[]>`/* named */
    select solution_id as "solutionId", seconds_left as "secondsLeft", flow, revision, step_count as "stepCount",
      revealed, options, explanations
    from renew_lease(${projectId}::uuid, ${userId}::uuid, ${lease}::uuid, ${leaseMinutes}, ${endsLease})`
  if (!row) throw createLeaseLostError()
  return row
}

export async function findRatableContent(
  db: Transaction,
  { projectId, solutionId, userId }: Pick<AnnotationContext, 'projectId' | 'solutionId' | 'userId'>,
): Promise<RatableContentRow> {
  const [row] = await db.$queryRaw<RatableContentRow[]>`
    select flow, revision, step_count as "stepCount", revealed, options, explanations
    from read_work(${projectId}::uuid, ${solutionId}::uuid, ${userId}::uuid)`
  return row!
}

export function toRatableContent(
  { flow, revision, stepCount, options, explanations }: RatableContentRow,
  settings: AnnotationSettings,
): RatableContent {
  const byStep = groupRowsByStep(options)
  return {
    shape: {
      flow,
      stepCount,
      optionCounts: mapRecordValues(byStep, (list) => list.length),
      endings: mapRecordValues(byStep, (list) =>
        list.flatMap(({ text }, index) =>
          text !== null && statesFinalAnswer(text) ? [index] : [],
        ),
      ),
      ...toContentSettings(settings),
      // Whether an unseen option prevents a submission is decided by `submitAnnotation`.
      revealed: 'all',
    },
    revision,
    optionNumbers: mapRecordValues(byStep, (list) => list.map(({ option }) => option)),
    explanations: mapRecordValues(groupRowsByStep(explanations), (list) =>
      list.map(({ text }) => text),
    ),
  }
}

/** Groups sorted rows by step. */
export function groupRowsByStep<T extends { step: number }>(
  rows: readonly T[],
): Record<number, T[]> {
  const byStep: Record<number, T[]> = {}
  for (const row of rows) (byStep[row.step] ??= []).push(row)
  return byStep
}

export function mapRecordValues<T, R>(
  record: Readonly<Record<number, T>>,
  map: (value: T) => R,
): Record<number, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}
