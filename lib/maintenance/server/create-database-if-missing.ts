import pg from 'pg'

/** Creates a database on the same server if it does not exist. Returns its URL. */
export async function createDatabaseIfMissing(
  client: pg.Client,
  url: string,
  name: string,
): Promise<string> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`)
  const databaseUrl = new URL(url)
  databaseUrl.pathname = `/${encodeURIComponent(name)}`
  return databaseUrl.href
}
