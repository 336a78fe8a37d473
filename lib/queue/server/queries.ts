import { query } from '@/lib/auth/server/operation'
import type { InputOf, ReplyOf } from '@/lib/platform/contract'
import type { Database } from '@/lib/platform/server/database'
import { listQueueHeadContract } from '../contract'

type Head = ReplyOf<typeof listQueueHeadContract>

export const listQueueHead = query(listQueueHeadContract, {
  action: 'queue.head',
  scope: 'project',
  async run({ db, project }, { limit }) {
    const [counts] = await db.$queryRaw<{ open: number; held: number }[]>`
      select count(*) filter (where held + done < wanted)::int as open, coalesce(sum(held), 0)::int as held
      from queue_item where project_id = ${project.id}::uuid`
    return { ...counts!, items: await listHead(db, project.id, limit) }
  },
})

async function listHead(
  db: Database,
  projectId: string,
  limit: InputOf<typeof listQueueHeadContract>['limit'],
): Promise<Head['items']> {
  return db.$queryRaw<Head['items']>`
    select q.solution_id as solution, s.external_id as "externalId", p.statement as problem, q.slice, q.reason,
      s.score, s.verdict::text, cardinality(s.steps) as steps
    from queue_item q
      join solution s on s.project_id = q.project_id and s.id = q.solution_id
      join problem p on p.project_id = q.project_id and p.id = q.problem_id
    where q.project_id = ${projectId}::uuid and q.held + q.done < q.wanted
    order by q.tier, q.pass, q.priority desc, q.solution_id limit ${limit}`
}
