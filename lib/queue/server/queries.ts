import { query } from '@/lib/auth/server/operation'
import { Prisma } from '@/lib/generated/prisma/client'
import { AppError } from '@/lib/platform/errors'
import { idField } from '@/lib/platform/fields'
import type { InputOf, ReplyOf } from '@/lib/platform/contract'
import type { Database } from '@/lib/platform/server/database'
import { listQueueHeadContract } from '../contract'

type Head = ReplyOf<typeof listQueueHeadContract>
type Asked = InputOf<typeof listQueueHeadContract>

/** Where an item stands: the columns that order the queue, as the index has them. */
interface Standing {
  tier: number
  pass: number
  priority: number
  solution: string
}

const standingPattern = /^(-?\d+),(-?\d+),(-?Infinity|-?[\d.]+(?:e[-+]\d+)?),([0-9a-f-]{36})$/
/** As PostgreSQL has them. */
const [smallintMax, intMax] = [32_767, 2_147_483_647]

export const listQueueHead = query(listQueueHeadContract, {
  action: 'queue.head',
  scope: 'project',
  async run({ db, project }, asked) {
    const [counts] = await db.$queryRaw<{ open: number; held: number }[]>`
      select count(*) filter (where q.held + q.done < q.wanted and x.solution_id is null)::int as open,
        coalesce(sum(q.held), 0)::int as held
      from queue_item q
        left join queue_exclusion x on x.project_id = q.project_id and x.solution_id = q.solution_id
      where q.project_id = ${project.id}::uuid`
    const rows = await listHead(db, project.id, asked)
    const items = rows.slice(0, asked.limit)
    const last = rows.length > items.length ? items.at(-1) : undefined
    return {
      ...counts!,
      items: items.map(({ tier: _tier, pass: _pass, priority: _priority, ...item }) => item),
      next: last ? `${last.tier},${last.pass},${last.priority},${last.solution}` : null,
    }
  },
})

/** One more than asked for, to see whether there are more. */
function listHead(
  db: Database,
  projectId: string,
  { limit, after, slice }: Asked,
): Promise<(Head['items'][number] & Standing)[]> {
  const isAfter = after === undefined ? Prisma.empty : writeAfter(readStanding(after))
  const isOfSlice = slice === undefined ? Prisma.empty : Prisma.sql`and q.slice = ${slice}`
  return db.$queryRaw`
    select q.solution_id as solution, s.external_id as "externalId", p.statement as problem, s.answer, p.answer as truth,
      nullif(q.round, 0) as round, q.slice, q.reason, coalesce(q.score, s.score) as score, s.verdict::text,
      cardinality(s.steps) as steps, q.wanted, q.held + q.done as taken,
      q.selection_probability as "selectionProbability", q.tier, q.pass, q.priority
    from queue_item q
      join solution s on s.project_id = q.project_id and s.id = q.solution_id
      join problem p on p.project_id = q.project_id and p.id = q.problem_id
    where q.project_id = ${projectId}::uuid and q.held + q.done < q.wanted ${isOfSlice} ${isAfter}
      and not exists (select from queue_exclusion x
        where x.project_id = q.project_id and x.solution_id = q.solution_id offset 0)
    order by q.tier, q.pass, -q.priority, q.solution_id limit ${limit + 1}`
}

/** As one row in the order of the index, whose third column is the priority with its sign turned. */
const writeAfter = ({ tier, pass, priority, solution }: Standing) => Prisma.sql`
  and (q.tier, q.pass, -q.priority, q.solution_id)
    > (${tier}::smallint, ${pass}::int, -(${String(priority)}::float8), ${solution}::uuid)`

function readStanding(text: string): Standing {
  const [, ...parts] = standingPattern.exec(text) ?? []
  const [tier, pass, priority] = parts.slice(0, 3).map(Number)
  const solution = idField.safeParse(parts[3]).data
  if (
    solution === undefined ||
    !(Math.abs(tier!) <= smallintMax && Math.abs(pass!) <= intMax) ||
    Number.isNaN(priority)
  )
    throw new AppError(
      'invalid_input',
      'The place to go on from is not one that a reply has named.',
      { after: text },
    )
  return { tier: tier!, pass: pass!, priority: priority!, solution }
}
