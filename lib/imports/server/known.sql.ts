import type { Transaction } from '@/lib/platform/server/database'
import type { PreparedLine } from './prepare'

export interface KnownProblem {
  id: string
  statement: string
  answer: string | null
  referenceSolution: string | null
}

export interface KnownSolution {
  id: string
  contentHash: string
  /** Texts of its options by step, to number those of a further labelling. */
  options: { step: number; option: number; text: string }[]
}

/** What of a batch is in the project already; keys are identities in hex. */
export interface Known {
  problems: Map<string, KnownProblem>
  solutions: Map<string, KnownSolution>
  labellings: Set<string>
}

export async function findKnown(
  db: Transaction,
  projectId: string,
  lines: readonly PreparedLine[],
): Promise<Known> {
  const problems = await db.$queryRaw<(KnownProblem & { identity: string })[]>`
    select id, encode(identity, 'hex') as identity, statement, answer, reference_solution as "referenceSolution"
    from problem where project_id = ${projectId}::uuid and identity in (
      select decode(i, 'hex') from unnest(${lines.map(({ problem }) => problem.identity)}::text[]) as i)`
  const solutionIdentities = lines.flatMap(({ solutions }) => solutions.map((s) => s.identity))
  const solutions = await db.$queryRaw<(KnownSolution & { identity: string })[]>`
    select s.id, encode(s.identity, 'hex') as identity, encode(s.content_hash, 'hex') as "contentHash",
      coalesce((select jsonb_agg(jsonb_build_object('step', o.step, 'option', o.option, 'text', o.text)
          order by o.step, o.option)
        from step_option o where o.project_id = s.project_id and o.solution_id = s.id), '[]') as options
    from solution s where s.project_id = ${projectId}::uuid and s.identity in (
      select decode(i, 'hex') from unnest(${solutionIdentities}::text[]) as i)`
  const labellingIdentities = lines.flatMap(({ solutions: list }) =>
    list.flatMap((solution) => solution.labellings.map((labelling) => labelling.identity)),
  )
  const labellings = await db.$queryRaw<{ identity: string }[]>`
    select encode(identity, 'hex') as identity from labelling
    where project_id = ${projectId}::uuid and identity in (
      select decode(i, 'hex') from unnest(${labellingIdentities}::text[]) as i)`
  return {
    problems: new Map(problems.map((row) => [row.identity, row])),
    solutions: new Map(solutions.map((row) => [row.identity, row])),
    labellings: new Set(labellings.map((row) => row.identity)),
  }
}
