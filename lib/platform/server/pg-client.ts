import pg from 'pg'

/**
 * One connection outside Prisma, closed when `use` is done: for what happens to whole databases. Requests go through
 * getDatabase instead. Throws pg's errors.
 */
export async function usePgClient<T>(
  databaseUrl: string,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => undefined) // a connection lost while idle: the next query says so
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
