import { buildApiRouter } from '@/lib/http/server/api'

/** A reply of the API that needs no database. */
export async function fetchApiJson(path: string): Promise<Record<string, unknown>> {
  const reply = await buildApiRouter().fetch(new Request(`http://stepmark.test/api/v1${path}`))
  return (await reply.json()) as Record<string, unknown>
}

/** The OpenAPI document, and its calls by operation id. */
export async function loadOpenApiDocument<Call extends { operationId: string }>() {
  process.env.DATABASE_URL ??= 'postgresql://unused@127.0.0.1:1/none'
  process.env.NEXTAUTH_URL = 'http://stepmark.test'
  process.env.NEXTAUTH_SECRET = 'a secret for tests that is long enough to be one'
  const document = await fetchApiJson('/openapi.json')
  const paths = document.paths as Record<string, Record<string, Call>>
  const calls = new Map(
    Object.values(paths).flatMap((methods) =>
      Object.values(methods).map((call) => [call.operationId, call] as const),
    ),
  )
  return { document, calls }
}
