import type { Transaction } from '@/lib/platform/server/database'

export const statementHashBytes = 32
const pageHashes = 50_000

/** Hashes of held-out statements in one buffer, 32 bytes each. */
export class HeldOutHashes {
  /** @param hashes sorted and unique */
  constructor(private readonly hashes: Buffer) {}

  has(hash: Uint8Array): boolean {
    let [low, high] = [0, this.hashes.length / statementHashBytes]
    while (low < high) {
      const middle = (low + high) >> 1
      const offset = middle * statementHashBytes
      const order = this.hashes.compare(
        hash,
        0,
        statementHashBytes,
        offset,
        offset + statementHashBytes,
      )
      if (order === 0) return true
      if (order < 0) low = middle + 1
      else high = middle
    }
    return false
  }
}

/** The hashes of several lists together. */
export async function readHeldOutHashes(
  db: Transaction,
  projectId: string,
  lists: readonly string[],
): Promise<HeldOutHashes> {
  const pages: Buffer[] = []
  for (let after: Buffer = Buffer.alloc(0); ;) {
    const rows = await listHashes(db, projectId, lists, after)
    const page = Buffer.concat(rows.map(({ hash }) => hash))
    pages.push(page)
    if (rows.length < pageHashes) return new HeldOutHashes(Buffer.concat(pages))
    after = page.subarray(-statementHashBytes)
  }
}

function listHashes(
  db: Transaction,
  projectId: string,
  lists: readonly string[],
  after: Buffer,
): Promise<{ hash: Uint8Array }[]> {
  return db.$queryRaw`
    select distinct statement_hash as hash from held_out_problem
    where project_id = ${projectId}::uuid and list_id = any(${lists}::uuid[]) and statement_hash > ${after}
    order by hash limit ${pageHashes}`
}

/** Adds concatenated hashes. Existing ones are ignored. */
export function insertHeldOutHashes(
  db: Transaction,
  { projectId, listId }: { projectId: string; listId: string },
  hashes: Buffer,
): Promise<number> {
  return db.$executeRaw`
    insert into held_out_problem (project_id, list_id, statement_hash)
    select ${projectId}::uuid, ${listId}::uuid, substring(${hashes}::bytea from ${statementHashBytes} * i + 1 for ${statementHashBytes})
    from generate_series(0, ${hashes.length / statementHashBytes - 1}::int) i
    on conflict do nothing`
}

/**
 * How many problems of the project each list holds out. Looks each hash of a list up in the index:
 * a join could run the other way and hash every problem of the project, at about 30 microseconds
 * each.
 */
export async function countHeldOutProblems(
  db: Transaction,
  projectId: string,
): Promise<Map<string, number>> {
  const rows = await db.$queryRaw<{ list: string; problems: number }[]>`
    select h.list_id as list, sum(held.problems)::int as problems
    from held_out_problem h cross join lateral (
      select count(*) as problems from problem p
      where p.project_id = ${projectId}::uuid and hash_statement(p.statement) = h.statement_hash) held
    where h.project_id = ${projectId}::uuid
    group by h.list_id`
  return new Map(rows.map(({ list, problems }) => [list, problems]))
}
