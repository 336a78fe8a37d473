import type { Transaction } from '@/lib/platform/server/database'
import { forgetKnownBrowsers } from './known-browsers'
import { isSessionUnexpiredSql } from './live-session'
import { lockAccountRow } from './lock-account-row'

/**
 * Ends all sessions of an account, also pending sessions, and forgets its known browsers, except `exceptSession` and its
 * browser. Returns how many were active.
 */
export async function endSessionsOfAccount(
  db: Transaction,
  userId: string,
  exceptSession: string | null = null,
): Promise<number> {
  // Locks first: a session about to start either exists by then, or sees the change.
  await lockAccountRow(db, userId)
  const [row] = await db.$queryRaw<[{ live: number }]>`
    with ended as (
      update session s set revoked_at = now()
      where s.user_id = ${userId}::uuid and s.revoked_at is null and s.id is distinct from ${exceptSession}::uuid
      returning ${isSessionUnexpiredSql} as was_live)
    select count(*) filter (where was_live)::int as live from ended`
  // Locks after the sessions: remembering a browser locks its session row (known-browsers.ts).
  await forgetKnownBrowsers(db, userId, exceptSession)
  return row.live
}
