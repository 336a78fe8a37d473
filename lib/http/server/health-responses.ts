import { countWorkersForReadiness, findReadinessProblems } from '@/lib/platform/server/readiness'

const headers = { 'cache-control': 'no-store' }

/** Liveness: the process responds. It ignores the database, because a restart would not repair it. */
export function respondToHealthCheck(): Response {
  return Response.json({ status: 'alive' }, { headers })
}

/** Readiness: 200 with the number of running workers, or 503 with the reasons. */
export async function respondToReadinessCheck(): Promise<Response> {
  const reasons = await findReadinessProblems()
  if (reasons.length > 0)
    return Response.json({ status: 'not ready', reasons }, { status: 503, headers })
  return Response.json({ status: 'ready', workers: await countWorkersForReadiness() }, { headers })
}
