import type { Flow } from '@/lib/formats/record'
import { statesAnswer } from '@/lib/grading/states-answer'
import type { Transaction } from '@/lib/platform/server/database'
import { makeLeaseLost } from '@/lib/queue/server/leases'
import type { WorkShape } from '../content'

/** Whose annotation of what: everything that is written names it. */
export interface Place {
  projectId: string
  userId: string
  solutionId: string
  /** The version that the person has said to have read; 0 for none. */
  guidelineVersion: number
  /** To this person, of this solution. */
  showsAnswer: boolean
  /** The share that is labelled without the answer, which decided so; null: none is. */
  blindShare: number | null
}

/** The project's settings that decide what is asked. */
export interface AskedSettings {
  asksExplanation: boolean
  asksProgress: boolean
  errorTags: { tag: string }[]
}

/** What a solution offers to be rated. */
export interface Offer {
  shape: WorkShape
  revision: number
  /** By step, the numbers under which its options are stored, in the order on screen. */
  optionNumbers: Readonly<Record<number, readonly number[]>>
  /** By step, the candidate explanations in order. */
  explanations: Readonly<Record<number, readonly string[]>>
}

/** A solution as the database's `read_offer` gives it. */
export interface OfferRow {
  flow: Flow
  revision: number
  stepCount: number
  options: { step: number; option: number; text: string | null }[]
  explanations: { step: number; text: string }[]
}

export type HeldWork = OfferRow & { solutionId: string; secondsLeft: number }

/**
 * Holds a person's lease, as `holdLease` does, and reads what its solution offers. `endsLease`: it will be ended, so
 * their other tabs wait. Throws `lease_lost`.
 */
export async function holdWork(
  db: Transaction,
  { projectId, userId }: Pick<Place, 'projectId' | 'userId'>,
  { lease, leaseMinutes, endsLease }: { lease: string; leaseMinutes: number; endsLease: boolean },
): Promise<HeldWork> {
  const [row] = await db.$queryRaw<HeldWork[]>`
    select solution_id as "solutionId", seconds_left as "secondsLeft", flow, revision, step_count as "stepCount",
      options, explanations
    from hold_work(${projectId}::uuid, ${userId}::uuid, ${lease}::uuid, ${leaseMinutes}, ${endsLease})`
  if (!row) throw makeLeaseLost()
  return row
}

export async function findOfferRow(
  db: Transaction,
  { projectId, solutionId }: Pick<Place, 'projectId' | 'solutionId'>,
): Promise<OfferRow> {
  const [row] = await db.$queryRaw<OfferRow[]>`
    select flow, revision, step_count as "stepCount", options, explanations
    from read_offer(${projectId}::uuid, ${solutionId}::uuid)`
  return row!
}

export function readOffer(
  { flow, revision, stepCount, options, explanations }: OfferRow,
  settings: AskedSettings,
): Offer {
  const byStep = groupByStep(options)
  return {
    shape: {
      flow,
      stepCount,
      optionCounts: mapValues(byStep, (list) => list.length),
      endings: mapValues(byStep, (list) =>
        list.flatMap(({ text }, index) => (text !== null && statesAnswer(text) ? [index] : [])),
      ),
      asksExplanation: settings.asksExplanation,
      asksProgress: settings.asksProgress,
      errorTags: settings.errorTags.map(({ tag }) => tag),
    },
    revision,
    optionNumbers: mapValues(byStep, (list) => list.map(({ option }) => option)),
    explanations: mapValues(groupByStep(explanations), (list) => list.map(({ text }) => text)),
  }
}

/** Rows in order, by their step. */
export function groupByStep<T extends { step: number }>(rows: readonly T[]): Record<number, T[]> {
  const byStep: Record<number, T[]> = {}
  for (const row of rows) (byStep[row.step] ??= []).push(row)
  return byStep
}

export function mapValues<T, R>(
  record: Readonly<Record<number, T>>,
  map: (value: T) => R,
): Record<number, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}
