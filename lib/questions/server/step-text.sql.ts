import type { SolutionKey } from '@/lib/annotations/server/lock-solution.sql'
import type { Transaction } from '@/lib/platform/server/database'

export interface StepText {
  revision: number
  problem: string
  /** Null if the step has no text of its own, because annotators choose or write it. */
  text: string | null
}

export const stepNotFoundMessage = 'Step or option not found in this project.'

/** The text of a step or of one of its options (0 is the step itself); null if there is no such step or option. */
export async function findStepText(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
  { step, option }: { step: number; option: number },
): Promise<StepText | null> {
  const [row] = await db.$queryRaw<StepText[]>`
    select s.revision, p.statement as problem, case when s.flow = 'solution' and ${option} = 0
      then s.steps[${step}::int + 1]
      else (select t.text from step_option t where t.project_id = s.project_id and t.solution_id = s.id
        and t.step = ${step} and t.option = ${option}::int - case s.flow when 'step_choice' then 1 else 0 end) end as text
    from solution s join problem p on p.project_id = s.project_id and p.id = s.problem_id
    where s.project_id = ${projectId}::uuid and s.id = ${solutionId}::uuid
      and (${step} < cardinality(s.steps) or exists (select from step_option t
        where t.project_id = s.project_id and t.solution_id = s.id and t.step = ${step}))`
  if (!row) return null
  const isMissingOption = option !== 0 && row.text === null
  return isMissingOption ? null : row
}
