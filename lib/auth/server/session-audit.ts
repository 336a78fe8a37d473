import { randomUUID } from 'node:crypto'
import { Prisma } from '@/lib/generated/prisma/client'
import { getDatabase } from '@/lib/platform/server/database'
import { anonymous } from '../actor'
import type { sessionActions } from '../audit-actions'
import { appendAuditEntry } from './audit'

/**
 * Adds the entry of what someone did at the door. Part of the statement that does it, whose row is `s`: neither is there
 * without the other. `target` is text.
 */
export function selectSignInEntry(
  action: Exclude<(typeof sessionActions)[number], 'session.refuse'>,
  target: Prisma.Sql,
): Prisma.Sql {
  return Prisma.sql`append_audit_entry(
    'instance/user:' || s.user_id, null, 'user:' || s.user_id, ${action}, ${target}, '{}', ${randomUUID()})::text`
}

/** Of whose guesses a limit is: `devices` are all together in which an account is known. */
export type GuessLimit = 'account' | 'device' | 'devices' | 'address'

/**
 * Says once in a window that its guesses are used up; those after it would only fill the log. Of what was typed nothing is
 * kept: people type passwords into the wrong field.
 */
export async function auditRefusedGuesses(
  limit: GuessLimit,
  { email, address }: { email: string; address: string },
): Promise<void> {
  const db = getDatabase()
  const user =
    limit === 'address'
      ? null
      : await db.user.findUnique({ where: { email }, select: { id: true } })
  await appendAuditEntry(db, {
    actor: anonymous,
    project: null,
    action: 'session.refuse',
    target: user ? `user:${user.id}` : 'account',
    detail: { limit, address: address.slice(0, 64) },
    requestId: randomUUID(),
  })
}
