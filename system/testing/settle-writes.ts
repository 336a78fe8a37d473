import type pg from 'pg'
import type { SentWrite } from './annotator'
import { overlap } from './annotated-project'

interface StoredAnnotation {
  user: string
  solution: string
  state: 'draft' | 'submitted'
  sequence: number
  ratings: number[]
  activeMs: string
}

/** What the database holds against what annotators were told. All empty: no one was told what is not so. */
export interface Settlement {
  /** Acknowledged, and not there or older than that. */
  lost: string[]
  /** There, but not as anyone sent it. */
  wrong: string[]
  /** Told that it was refused, and it is there. */
  toldLostButSaved: string[]
  /** Solutions that more people labelled or hold than want it, or whose counters say something else than the rows. */
  beyondOverlap: string[]
  /** Submissions and entries of the audit log that say so are not as many. */
  effectsTwice: string[]
}

/** A person counts their writes on, whatever they are of. */
const nameWrite = ({ user, sequence }: { user: string; sequence: number }) => `${user} ${sequence}`

export async function settleWrites(
  client: pg.Client,
  projectId: string,
  sent: readonly SentWrite[],
): Promise<Settlement> {
  const { rows } = await client.query<StoredAnnotation>(
    `select user_id as user, solution_id as solution, state::text, sequence, to_jsonb(ratings) as ratings,
       total_time_ms as "activeMs" from annotation where project_id = $1`,
    [projectId],
  )
  const stored = new Map(rows.map((row) => [`${row.user} ${row.solution}`, row]))
  const solutions = await readSolutions(client, projectId)
  const findRow = ({ user, lease }: SentWrite) => stored.get(`${user} ${solutions.get(lease)}`)
  const writes = new Map(sent.map((write) => [nameWrite(write), write]))
  return {
    lost: sent.filter((write) => isLost(write, findRow(write))).map(describe),
    wrong: rows
      .filter((row) => {
        const write = writes.get(nameWrite(row))
        return !write || findRow(write) !== row || !isAsSent(row, write)
      })
      .map(describe),
    toldLostButSaved: sent
      .filter((write) => {
        return write.outcome === 'lease_lost' && findRow(write)?.sequence === write.sequence
      })
      .map(describe),
    beyondOverlap: await listBeyondOverlap(client, projectId),
    effectsTwice: await compareWithAudit(client, projectId),
  }
}

/** By lease, which solution it was on. */
async function readSolutions(client: pg.Client, projectId: string): Promise<Map<string, string>> {
  const { rows } = await client.query<{ lease: string; solution: string }>(
    `select detail::json ->> 'lease' as lease, split_part(target, ':', 2) as solution from audit_entry
     where project_id = $1 and action = 'queue.claim' and detail::json ->> 'lease' is not null`,
    [projectId],
  )
  return new Map(rows.map(({ lease, solution }) => [lease, solution]))
}

function isLost(write: SentWrite, row: StoredAnnotation | undefined): boolean {
  if (write.outcome !== 'done') return false
  if (row === undefined || row.sequence < write.sequence) return true
  return write.kind === 'submit' && (row.state !== 'submitted' || row.sequence !== write.sequence)
}

function isAsSent(row: StoredAnnotation, write: SentWrite): boolean {
  return (
    Number(row.activeMs) === write.activeMs &&
    row.ratings.join() === write.ratings.join() &&
    (row.state === 'submitted') === (write.kind === 'submit')
  )
}

const describe = (what: SentWrite | StoredAnnotation) => JSON.stringify(what)

/** Solutions that more people hold or have done than are wanted. */
export async function listTakenTwice(
  client: pg.Client,
  projectId: string,
  wanted: number,
): Promise<string[]> {
  const { rows } = await client.query<{ solution: string; people: number }>(
    `with taken as (
       select solution_id, user_id from lease where project_id = $1
       union select solution_id, user_id from annotation where project_id = $1 and state = 'submitted'
     )
     select solution_id as solution, count(*)::int as people from taken group by solution_id having count(*) > $2`,
    [projectId, wanted],
  )
  return rows.map((row) => JSON.stringify(row))
}

async function listBeyondOverlap(client: pg.Client, projectId: string): Promise<string[]> {
  const { rows } = await client.query<Record<string, unknown>>(
    `select q.solution_id, q.leased as held, q.done, q.slots as wanted, l.leases, s.submitted from queue_item q,
       lateral (select count(*)::int as leases from lease l
         where l.project_id = q.project_id and l.solution_id = q.solution_id) l,
       lateral (select count(*)::int as submitted from annotation s
         where s.project_id = q.project_id and s.solution_id = q.solution_id and s.state = 'submitted') s
     where q.project_id = $1 and (q.leased <> l.leases or q.done <> s.submitted or l.leases + s.submitted > q.slots)`,
    [projectId],
  )
  return [
    ...rows.map((row) => JSON.stringify(row)),
    ...(await listTakenTwice(client, projectId, overlap)),
  ]
}

async function compareWithAudit(client: pg.Client, projectId: string): Promise<string[]> {
  const { rows } = await client.query<{ target: string; entries: number }>(
    `select coalesce(a.target, 'annotation:' || l.id) as target, count(a.target)::int as entries
     from (select id from annotation where project_id = $1 and state = 'submitted') l
       full join (select target from audit_entry where project_id = $1 and action = 'annotation.submit') a
         on a.target = 'annotation:' || l.id
     group by 1, l.id having count(a.target) <> 1 or l.id is null`,
    [projectId],
  )
  return rows.map((row) => JSON.stringify(row))
}
