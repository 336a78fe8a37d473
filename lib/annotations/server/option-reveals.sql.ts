import type { Transaction } from '@/lib/platform/server/database'
import type { AnnotationContext } from './ratable-content.sql'

/** The alternatives and candidate explanations of a step, in screen order. */
export interface StepAlternativesAndExplanations {
  options: string[]
  explanations: string[]
}

export async function readAlternativesAndExplanations(
  db: Transaction,
  { projectId, solutionId }: Pick<AnnotationContext, 'projectId' | 'solutionId'>,
  step: number,
): Promise<StepAlternativesAndExplanations> {
  const [candidates] = await db.$queryRaw<StepAlternativesAndExplanations[]>`
    select
      coalesce((select jsonb_agg(o.text order by o.option) from step_option o
        where o.project_id = ${projectId}::uuid and o.solution_id = ${solutionId}::uuid and o.step = ${step} and o.option > 0),
        '[]') as options,
      coalesce((select jsonb_agg(x.text order by x.position) from step_explanation x
        where x.project_id = ${projectId}::uuid and x.solution_id = ${solutionId}::uuid and x.step = ${step}),
        '[]') as explanations`
  return candidates!
}

export async function recordOptionReveal(
  db: Transaction,
  { projectId, annotationId, revision, step }: OptionRevealKey,
): Promise<void> {
  await db.$executeRaw`
    insert into option_reveal (project_id, annotation_id, revision, step)
    values (${projectId}::uuid, ${annotationId}::uuid, ${revision}, ${step}) on conflict do nothing`
}

export interface OptionRevealKey {
  projectId: string
  annotationId: string
  revision: number
  step: number
}
