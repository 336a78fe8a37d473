import type pg from 'pg'
import { annotatorsPerSolution } from './annotatable-project'
import type { SentWrite } from './annotator-client'

interface StoredAnnotation {
  user: string
  solution: string
  state: 'draft' | 'submitted'
  sequence: number
  ratings: number[]
  activeMs: string
}

/** Differences between the database and the answers that annotators got. All empty if there are none. */
export interface SentWriteMismatches {
  /** Acknowledged, but missing or older in the database. */
  lost: string[]
  /** In the database, but not as it was sent. */
  wrong: string[]
  /** Rejected because the lease was lost, but in the database. */
  rejectedButSaved: string[]
  /** Solutions with more annotations and leases than slots, or with counters that differ from the rows. */
  overbooked: string[]
  /** Submissions without exactly one audit entry, and audit entries without a submission. */
  auditMismatches: string[]
}

/** Each person numbers their writes across solutions. */
const makeWriteKey = ({ user, sequence }: { user: string; sequence: number }) =>
  `${user} ${sequence}`

export async function compareSentWritesWithDatabase(
  client: pg.Client,
  projectId: string,
  sentWrites: readonly SentWrite[],
): Promise<SentWriteMismatches> {
  const { rows } = await client.query<StoredAnnotation>(
    `select user_id as user, solution_id as solution, state::text, sequence, to_jsonb(ratings) as ratings,
       total_time_ms as "activeMs" from annotation where project_id = $1`,
    [projectId],
  )
  const rowsByKey = new Map(rows.map((row) => [`${row.user} ${row.solution}`, row]))
  const solutions = await readSolutions(client, projectId)
  const findRow = ({ user, lease }: SentWrite) => rowsByKey.get(`${user} ${solutions.get(lease)}`)
  const writes = new Map(sentWrites.map((write) => [makeWriteKey(write), write]))
  return {
    lost: sentWrites.filter((write) => isLost(write, findRow(write))).map(formatRecord),
    wrong: rows
      .filter((row) => {
        const write = writes.get(makeWriteKey(row))
        return !write || findRow(write) !== row || !isAsSent(row, write)
      })
      .map(formatRecord),
    rejectedButSaved: sentWrites
      .filter((write) => {
        return write.outcome === 'lease_lost' && findRow(write)?.sequence === write.sequence
      })
      .map(formatRecord),
    overbooked: await listOverbookedOrMiscounted(client, projectId),
    auditMismatches: await compareWithAudit(client, projectId),
  }
}

/** The solution of each lease. */
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

const formatRecord = (record: SentWrite | StoredAnnotation) => JSON.stringify(record)

/** Solutions with more annotators than slots. */
export async function listOverbookedSolutions(
  client: pg.Client,
  projectId: string,
  slots: number,
): Promise<string[]> {
  const { rows } = await client.query<{ solution: string; people: number }>(
    `with assigned as (
       select solution_id, user_id from lease where project_id = $1
       union select solution_id, user_id from annotation where project_id = $1 and state = 'submitted'
     )
     select solution_id as solution, count(*)::int as people from assigned group by solution_id having count(*) > $2`,
    [projectId, slots],
  )
  return rows.map((row) => JSON.stringify(row))
}

async function listOverbookedOrMiscounted(client: pg.Client, projectId: string): Promise<string[]> {
  const { rows } = await client.query<Record<string, unknown>>(
    `select q.solution_id, q.leased, q.done, q.slots, l.leases, s.submitted from queue_item q,
       lateral (select count(*)::int as leases from lease l
         where l.project_id = q.project_id and l.solution_id = q.solution_id) l,
       lateral (select count(*)::int as submitted from annotation s
         where s.project_id = q.project_id and s.solution_id = q.solution_id and s.state = 'submitted') s
     where q.project_id = $1 and (q.leased <> l.leases or q.done <> s.submitted or l.leases + s.submitted > q.slots)`,
    [projectId],
  )
  return [
    ...rows.map((row) => JSON.stringify(row)),
    ...(await listOverbookedSolutions(client, projectId, annotatorsPerSolution)),
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
