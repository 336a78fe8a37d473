import pg from 'pg'
import { readDatabaseUrl } from '@/lib/platform/server/env'

/** Row count of each table that is not volatile, and a hash of its rows that does not depend on their order. */
export type DatabaseDigest = ReadonlyMap<string, { rows: number; hash: string }>

/** Tables that change with every request: attempt counters and times of last use. */
const volatileTables = new Set(['rate_limit', 'session', 'api_token'])

/** Takes digests of a whole database over its own connection. */
export class DatabaseDigester {
  private readonly client = new pg.Client({ connectionString: readDatabaseUrl() })
  private statement = ''

  async open(): Promise<this> {
    await this.client.connect()
    const { rows } = await this.client.query<{ name: string }>(`
      select table_schema || '.' || table_name as name from information_schema.tables
      where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE' order by 1`)
    this.statement = rows
      .filter(({ name }) => !volatileTables.has(name.replace(/^\w+\./, '')))
      .map(
        ({ name }) => `select '${name}' as name, count(*)::int as rows,
          coalesce(sum(hashtextextended(t::text, 0)), 0)::text as hash from ${name} t`,
      )
      .join(' union all ')
    return this
  }

  close(): Promise<void> {
    return this.client.end()
  }

  async readDigest(): Promise<DatabaseDigest> {
    // Named, so that PostgreSQL plans it once.
    const { rows } = await this.client.query<{ name: string; rows: number; hash: string }>({
      name: 'digest',
      text: this.statement,
    })
    return new Map(rows.map(({ name, ...digest }) => [name, digest]))
  }
}

/** The tables that differ, and by how many rows. */
export function compareDatabaseDigests(
  before: DatabaseDigest,
  after: DatabaseDigest,
): Record<string, number> {
  return Object.fromEntries(
    [...after]
      .filter(([name, { hash }]) => hash !== before.get(name)!.hash)
      .map(([name, { rows }]) => [name, rows - before.get(name)!.rows]),
  )
}
