import { createHash } from 'node:crypto'
import { Prisma } from '@/lib/generated/prisma/client'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { appendAuditEntrySql, type AuditEntry } from './audit'

/** How long a repeat gets the first response. */
const retentionDays = 7

interface Key {
  actor: string
  key: string
}

/**
 * Takes the key for this transaction. If an earlier transaction has it, waits for its end and returns its stored
 * response. Throws `idempotency_mismatch` if the key was used with another call or other input.
 */
export async function claimIdempotencyKey(
  db: Transaction,
  { actor, key, operation, requestHash }: Key & { operation: string; requestHash: string },
): Promise<{ reply: unknown } | null> {
  // Every new key deletes a few expired ones, so no job is needed.
  const insertedCount = await db.$executeRaw`/* named */
    with old as (
      delete from idempotency_key where (actor, key) in (
        select actor, key from idempotency_key where created_at < now() - make_interval(days => ${retentionDays})
        order by created_at limit 10 for update skip locked)
      returning key
    )
    insert into idempotency_key (actor, key, operation, request_hash)
    select ${actor}, ${key}, ${operation}, ${requestHash} where (select count(*) from old) >= 0
    on conflict do nothing`
  if (insertedCount === 1) return null
  const earlier = await db.idempotencyKey.findUniqueOrThrow({
    where: { actor_key: { actor, key } },
    select: { operation: true, requestHash: true, reply: true },
  })
  if (earlier.operation !== operation || earlier.requestHash !== requestHash)
    throw new AppError(
      'idempotency_mismatch',
      'This Idempotency-Key was already used for a different request. Use a new key.',
    )
  return { reply: earlier.reply }
}

/** Stores the response under this transaction's key, and adds the audit entry. */
export async function storeIdempotentReply(
  db: Transaction,
  { actor, key, reply }: Key & { reply: unknown },
  entry: AuditEntry,
): Promise<void> {
  const [target, detail] = [
    Prisma.sql`${entry.target}`,
    Prisma.sql`${JSON.stringify(entry.detail)}`,
  ]
  await db.$executeRaw`/* named */
    with stored as (
      update idempotency_key set reply = ${JSON.stringify(reply)}::jsonb where actor = ${actor} and key = ${key}
    )
    select ${appendAuditEntrySql(entry, target, detail)}`
}

/** Throws `invalid_input` for a call that takes no key. */
export function rejectUnsupportedIdempotencyKey(
  accepts: 'json' | 'file',
  keepsReply: boolean,
): void {
  const reason =
    accepts === 'file'
      ? 'Importing the same file again adds nothing'
      : keepsReply
        ? null
        : 'The request or reply contains a secret, which is never stored'
  if (reason !== null)
    throw new AppError('invalid_input', `${reason}. Send it without an Idempotency-Key.`)
}

export function hashCallInput(input: unknown): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('hex')
}
