import type { Transaction } from '@/lib/platform/server/database'
import type { Earlier, ProblemOutline, SolutionOutline } from '../contradictions'
import type { PreparedLine } from './prepare'

export type KnownProblem = Earlier<ProblemOutline> & { id: string }

export interface KnownSolution extends Earlier<SolutionOutline> {
  id: string
  /** From 2 on its steps are not those that came with the data. */
  revision: number
  /** Texts of its options by step, to number those of a further labelling. */
  options: { step: number; option: number; text: string }[]
}

/** What of a batch is in the project already; keys are identities in hex. */
export interface Known {
  problems: Map<string, KnownProblem>
  solutions: Map<string, KnownSolution>
  labellings: Set<string>
}

/** Earlier batches of the same import are in the tables too. */
const where = 'is in the project, or further up in the file,'

type Row<T> = Omit<T, 'where'> & { identity: string }

export async function findKnown(
  db: Transaction,
  projectId: string,
  lines: readonly PreparedLine[],
): Promise<Known> {
  const problems = await db.$queryRaw<Row<KnownProblem>[]>`
    select id, encode(identity, 'hex') as identity, statement as problem, answer, reference_solution as solution
    from problem where project_id = ${projectId}::uuid and identity in (
      select decode(i, 'hex') from unnest(${lines.map(({ problem }) => problem.identity)}::text[]) as i)`
  const solutionIdentities = lines.flatMap(({ solutions }) => solutions.map((s) => s.identity))
  const solutions = await db.$queryRaw<Row<KnownSolution>[]>`
    select s.id, s.revision, encode(s.identity, 'hex') as identity, encode(s.content_hash, 'hex') as "contentHash",
      encode(s.record_hash, 'hex') as "recordHash",
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
    problems: new Map(problems.map((row) => [row.identity, { ...row, where }])),
    solutions: new Map(solutions.map((row) => [row.identity, { ...row, where }])),
    labellings: new Set(labellings.map((row) => row.identity)),
  }
}
