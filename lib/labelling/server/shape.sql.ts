import type { Flow } from '@/lib/formats/record'
import { statesAnswer } from '@/lib/grading/states-answer'
import type { Transaction } from '@/lib/platform/server/database'
import type { WorkShape } from '../content'

/** Whose labelling of what: everything that is written names it. */
export interface Place {
  projectId: string
  userId: string
  solutionId: string
  /** The version that the person has said to have read; 0 for none. */
  guidelineVersion: number
  showsAnswer: boolean
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

interface Row {
  flow: Flow
  revision: number
  stepCount: number
  options: { step: number; option: number; text: string | null }[]
  explanations: { step: number; text: string }[]
}

export async function findOffer(
  db: Transaction,
  { projectId, solutionId }: Pick<Place, 'projectId' | 'solutionId'>,
  settings: AskedSettings,
): Promise<Offer> {
  const [row] = await db.$queryRaw<Row[]>`
    select s.flow::text, s.revision, cardinality(s.steps) as "stepCount",
      coalesce((select jsonb_agg(jsonb_build_object('step', o.step, 'option', o.option,
          'text', case when s.flow = 'step_choice' then o.text end) order by o.step, o.option)
        from step_option o where o.project_id = s.project_id and o.solution_id = s.id
          and (s.flow = 'step_choice' or o.option > 0)), '[]') as options,
      coalesce((select jsonb_agg(jsonb_build_object('step', e.step, 'text', e.text) order by e.step, e.position)
        from step_explanation e where e.project_id = s.project_id and e.solution_id = s.id), '[]') as explanations
    from solution s where s.project_id = ${projectId}::uuid and s.id = ${solutionId}::uuid`
  const { flow, revision, stepCount, options, explanations } = row!
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
