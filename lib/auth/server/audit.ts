import type { Transaction } from '@/lib/platform/server/database'
import { nameActor, type NamedActor } from '../actor'
import type { Action } from '../policy'

interface Entry {
  actor: NamedActor
  project: { id: string } | null
  action: Action
  target: string
  detail: Record<string, unknown>
  requestId: string
}

/**
 * Adds to the hash chain of this person in this project. One chain each, because a person's own acts are one after the
 * other anyway: no two people wait for each other's commit.
 */
export async function appendAuditEntry(db: Transaction, entry: Entry): Promise<void> {
  const actor = nameActor(entry.actor)
  const projectId = entry.project?.id ?? null
  await db.$executeRaw`select append_audit_entry(
    ${`${projectId ?? 'instance'}/${actor}`}, ${projectId}::uuid, ${actor}, ${entry.action}, ${entry.target},
    ${JSON.stringify(entry.detail)}, ${entry.requestId})`
}
