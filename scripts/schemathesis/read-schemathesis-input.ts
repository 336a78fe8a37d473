import { withPgClient } from '@/lib/platform/server/pg-client'

/** Data of the demo for the hooks of the run. */
export interface SchemathesisInput {
  /** Ids of the account and the token that make the calls. */
  account: string
  token: string
  /** Existing values, by the name of the fields that use them. */
  existing: Readonly<Record<string, readonly string[]>>
}

export async function readSchemathesisInput(
  databaseUrl: string,
  secret: string,
): Promise<SchemathesisInput> {
  return withPgClient(databaseUrl, async (client) => {
    const listValues = async (sql: string, ...values: unknown[]) =>
      (await client.query<{ value: string }>(sql, values)).rows.map(({ value }) => value)
    const isOwnSql = `$1 like prefix || '%'`
    const [token = ''] = await listValues(
      `select id as value from api_token where ${isOwnSql}`,
      secret,
    )
    const [account = ''] = await listValues(
      `select user_id as value from api_token where ${isOwnSql}`,
      secret,
    )
    const people = await listValues('select id as value from app_user where id <> $1', account)
    return {
      account,
      token,
      existing: {
        project: await listValues('select slug as value from project'),
        solution: await listValues(
          'select solution_id as value from annotation group by 1 order by count(*) desc, 1 limit 3',
        ),
        annotation: await listValues('select id as value from annotation order by 1 limit 3'),
        user: people,
        person: people,
        account: people,
      },
    }
  })
}
