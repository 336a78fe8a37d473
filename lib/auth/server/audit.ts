import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import { formatActorName, type StoredActor } from '../actor'
import type { AuditAction } from '../audit-actions'

export interface AuditEntry {
  actor: StoredActor
  project: { id: string } | null
  action: AuditAction
  target: string
  detail: Record<string, unknown>
  requestId: string
}

/**
 * Adds to the hash chain of this actor in this project, or on the instance. Each actor has their own chains, so that no
 * one waits for another person's commit.
 */
export async function appendAuditEntry(db: Transaction, entry: AuditEntry): Promise<void> {
  const [target, detail] = [
    Prisma.sql`${entry.target}`,
    Prisma.sql`${JSON.stringify(entry.detail)}`,
  ]
  await db.$executeRaw`/* named */ select ${appendAuditEntrySql(entry, target, detail)}`
}

/** SQL call that adds an entry, for a statement that does the write itself. `target` and `detail` are text. */
export function appendAuditEntrySql(
  { actor, project, action, requestId }: Omit<AuditEntry, 'target' | 'detail'>,
  target: Prisma.Sql,
  detail: Prisma.Sql,
): Prisma.Sql {
  const [name, projectId] = [formatActorName(actor), project?.id ?? null]
  const chain = `${projectId ?? 'instance'}/${name}`
  return Prisma.sql`append_audit_entry(
    ${chain}, ${projectId}::uuid, ${name}, ${action}, ${target}, ${detail}, ${requestId})::text`
}
