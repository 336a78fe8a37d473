import { findReadinessProblems } from '@/lib/platform/server/readiness'

const headers = { 'cache-control': 'no-store' }

/** Liveness: the process responds. It ignores the database, because a restart would not repair it. */
export function answerHealth(): Response {
  return Response.json({ status: 'alive' }, { headers })
}

/** Readiness: 200, or 503 with the reasons. */
export async function answerReadiness(): Promise<Response> {
  const reasons = await findReadinessProblems()
  return reasons.length === 0
    ? Response.json({ status: 'ready' }, { headers })
    : Response.json({ status: 'not ready', reasons }, { status: 503, headers })
}
