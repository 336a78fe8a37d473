import { randomUUID } from 'node:crypto'
import { Prisma } from '@/lib/generated/prisma/client'
import { getDatabase } from '@/lib/platform/server/database'
import { anonymous } from '../actor'
import { appendAuditEntry } from './audit'

/**
 * Adds the entry of a session that a statement has begun or ended: `s` is its row (id, user_id). Part of that statement,
 * so that neither is there without the other.
 */
export function selectSessionEntry(action: 'session.begin' | 'session.end'): Prisma.Sql {
  return Prisma.sql`append_audit_entry(
    'instance/user:' || s.user_id, null, 'user:' || s.user_id, ${action}, 'session:' || s.id, '{}', ${randomUUID()})::text`
}

/**
 * Says once in a window that its guesses are used up; those after it would only fill the log. Of what was typed nothing is
 * kept: people type passwords into the wrong field.
 */
export async function noteRefusedGuesses(
  limit: 'account' | 'address',
  { email, address }: { email: string; address: string },
): Promise<void> {
  const db = getDatabase()
  const user =
    limit === 'account'
      ? await db.user.findUnique({ where: { email }, select: { id: true } })
      : null
  await appendAuditEntry(db, {
    actor: anonymous,
    project: null,
    action: 'session.refuse',
    target: user ? `user:${user.id}` : 'account',
    detail: { limit, address: address.slice(0, 64) },
    requestId: randomUUID(),
  })
}
