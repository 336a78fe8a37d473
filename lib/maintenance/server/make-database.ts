import pg from 'pg'

/** The address of a database on the server of another, which is made where it is not there. */
export async function findOrMakeDatabase(
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
