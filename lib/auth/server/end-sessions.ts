import type { Transaction } from '@/lib/platform/server/database'
import { forgetDevices } from './known-devices'
import { unexpiredSession } from './live-session'
import { lockAccount } from './lock-account'

/**
 * Ends the sessions of an account, half ones too, and forgets the browsers in which it is known; all but `keptSession` and the
 * one in which that was begun. Gives how many were live.
 */
export async function endSessionsOf(
  db: Transaction,
  userId: string,
  exceptSession: string | null = null,
): Promise<number> {
  // Before it looks: a session that is about to begin is there then, or finds what has changed.
  await lockAccount(db, userId)
  const [row] = await db.$queryRaw<[{ live: number }]>`
    with ended as (
      update session s set revoked_at = now()
      where s.user_id = ${userId}::uuid and s.revoked_at is null and s.id is distinct from ${exceptSession}::uuid
      returning ${unexpiredSession} as was_live)
    select count(*) filter (where was_live)::int as live from ended`
  // After it: who remembers a browser holds the row of its session meanwhile (known-devices.ts).
  await forgetDevices(db, userId, exceptSession)
  return row.live
}
