import { randomUUID } from 'node:crypto'
import { Prisma } from '@/lib/generated/prisma/client'
import { getDatabase } from '@/lib/platform/server/database'
import { anonymousActor } from '../actor'
import type { sessionAuditActions } from '../audit-actions'
import { appendAuditEntry } from './audit'

/**
 * SQL call that adds an audit entry of a sign-in event, for the statement that does the write itself. `s` is a row of that
 * statement with the `user_id`. `target` is text.
 */
export function appendSessionAuditEntrySql(
  action: Exclude<(typeof sessionAuditActions)[number], 'session.refuse'>,
  target: Prisma.Sql,
): Prisma.Sql {
  return Prisma.sql`append_audit_entry(
    'instance/user:' || s.user_id, null, 'user:' || s.user_id, ${action}, ${target}, '{}', ${randomUUID()})::text`
}

/** The subject of a limit: `browsers` are all known browsers of an account together. */
export type AttemptLimitScope = 'account' | 'browser' | 'browsers' | 'address'

/**
 * Adds an entry. Called only for the first rejection in a window, so that the log does not fill up. Nothing typed is stored,
 * because people type passwords into the wrong field.
 */
export async function auditRefusedAttempts(
  limit: AttemptLimitScope,
  { email, address }: { email: string; address: string },
): Promise<void> {
  const db = getDatabase()
  const user =
    limit === 'address'
      ? null
      : await db.user.findUnique({ where: { email }, select: { id: true } })
  await appendAuditEntry(db, {
    actor: anonymousActor,
    project: null,
    action: 'session.refuse',
    target: user ? `user:${user.id}` : 'account',
    detail: { limit, address: address.slice(0, 64) },
    requestId: randomUUID(),
  })
}
