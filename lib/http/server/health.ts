import { findWhyNotReady } from '@/lib/platform/server/readiness'

const headers = { 'cache-control': 'no-store' }

/** The process is there and answers. It says nothing of the database: starting anew would not bring that back. */
export function answerHealth(): Response {
  return Response.json({ status: 'alive' }, { headers })
}

/** Whether requests should be sent here: 503 with the reasons where not. */
export async function answerReadiness(): Promise<Response> {
  const reasons = await findWhyNotReady()
  return reasons.length === 0
    ? Response.json({ status: 'ready' }, { headers })
    : Response.json({ status: 'not ready', reasons }, { status: 503, headers })
}
