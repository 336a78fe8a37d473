import { query } from '@/lib/auth/server/operation'
import { Prisma } from '@/lib/generated/prisma/client'
import type { InputOf, ReplyOf } from '@/lib/platform/contract'
import type { Database } from '@/lib/platform/server/database'
import { listQueueContract } from '../contract'
import { formatStoredSelectionReason } from '../selection-reason'
import { countOpenSlots } from './open-slots.sql'

type QueueReply = ReplyOf<typeof listQueueContract>
type QueueRequest = InputOf<typeof listQueueContract>

/** Serving position of an item: the columns of the queue index, in order. */
interface QueuePosition {
  tier: number
  pass: number
  priority: number
  solution: string
}

export const listQueue = query(listQueueContract, {
  action: 'queue.head',
  scope: 'project',
  async run({ db, project }, request) {
    const [row] = await db.$queryRaw<[{ hasSolutions: boolean }]>`
      select exists (select from solution s where s.project_id = ${project.id}::uuid and not exists (
        select from gold_item g where g.project_id = s.project_id and g.solution_id = s.id)) as "hasSolutions"`
    const { waiting, leased } = await countOpenSlots(db, project.id)
    const rows = await listQueueRows(db, project.id, request)
    const items = rows.slice(0, request.limit)
    const last = rows.length > items.length ? items.at(-1) : undefined
    return {
      ...row,
      waiting,
      leased,
      items: items.map(({ tier: _tier, pass: _pass, priority: _priority, reason, ...item }) => ({
        ...item,
        reason: formatStoredSelectionReason(reason),
      })),
      next: last ? `${last.tier},${last.pass},${last.priority},${last.solution}` : null,
    }
  },
})

/** Reads one row more than the limit, to know whether there is another page. */
function listQueueRows(
  db: Database,
  projectId: string,
  { limit, after, slice }: QueueRequest,
): Promise<(QueueReply['items'][number] & QueuePosition)[]> {
  const isAfterSql = after === undefined ? Prisma.empty : isAfterPositionSql(parsePosition(after))
  const isOfSliceSql = slice === undefined ? Prisma.empty : Prisma.sql`and q.slice = ${slice}`
  return db.$queryRaw`
    select q.solution_id as solution, s.external_id as "externalId", p.statement as problem, s.answer, p.answer as "referenceAnswer",
      nullif(q.round, 0) as round, q.slice, q.reason, q.score,
      s.verdict::text,
      cardinality(s.steps) as steps, q.slots, q.leased + q.done as "takenSlots",
      q.selection_probability as "selectionProbability", q.tier, q.pass, q.priority
    from queue_item q
      join solution s on s.project_id = q.project_id and s.id = q.solution_id
      join problem p on p.project_id = q.project_id and p.id = q.problem_id
    where q.project_id = ${projectId}::uuid and q.leased + q.done < q.slots ${isOfSliceSql} ${isAfterSql}
      and not exists (select from queue_exclusion x
        where x.project_id = q.project_id and x.solution_id = q.solution_id offset 0)
    order by q.tier, q.pass, -q.priority, q.solution_id limit ${limit + 1}`
}

/** A row comparison that matches the index, which stores the negated priority. */
const isAfterPositionSql = ({ tier, pass, priority, solution }: QueuePosition) => Prisma.sql`
  and (q.tier, q.pass, -q.priority, q.solution_id)
    > (${tier}::smallint, ${pass}::int, -(${String(priority)}::float8), ${solution}::uuid)`

function parsePosition(cursor: string): QueuePosition {
  const [tier, pass, priority, solution] = cursor.split(',')
  return {
    tier: Number(tier),
    pass: Number(pass),
    priority: Number(priority),
    solution: solution!,
  }
}
