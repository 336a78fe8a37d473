import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import { readSignInSettings } from '@/lib/platform/server/env'
import { endSessionsOfAccount } from './end-sessions'
import { extendTransactionForHashing, hashPassword } from './passwords'
import { removeSecondFactor } from './second-factor'
import { generateSecret } from './secrets'
import { appendSessionAuditEntrySql } from './session-audit'

/** How long a first password is valid: not long, because others have seen it. */
export const firstPasswordDays = 7

/**
 * On `app_user u`: only the account page is available until the person chooses a password. Always false where password
 * sign-in is off, because no one can choose one there.
 */
export function hasFirstPasswordSql(): Prisma.Sql {
  return readSignInSettings().isOidcOnly
    ? Prisma.sql`false`
    : Prisma.sql`(u.first_password_until is not null)`
}

/** Whether an account has a first password that has expired. */
export async function hasFirstPasswordExpired(db: Transaction, userId: string): Promise<boolean> {
  const [row] = await db.$queryRaw<{ isOver: boolean }[]>`
    select coalesce(first_password_until <= now(), false) as "isOver" from app_user where id = ${userId}::uuid`
  return row?.isOver ?? false
}

/** Replaces the password with the person's own or with an unknown one. It is then no first password anymore. */
export async function setPassword(
  db: Transaction,
  userId: string,
  password: string,
): Promise<void> {
  await extendTransactionForHashing(db)
  const passwordHash = await hashPassword(password)
  await db.user.update({
    where: { id: userId },
    data: { passwordHash, firstPasswordUntil: null },
    select: { id: true },
  })
}

/**
 * After sign-in by another method: removes a first password and everything that it opened, except the new
 * session. Others have seen that password, so codes that were turned on since are removed too, unless the person's
 * own code was just verified (`keepsCodes`). Runs in the transaction that locks the account (lock-account-row.ts), so
 * that only one of two concurrent sign-ins does it.
 */
export async function removeFirstPassword(
  db: Transaction,
  userId: string,
  { exceptSession, keepsCodes }: { exceptSession: string; keepsCodes: boolean },
): Promise<void> {
  if ((await findFirstPasswordHash(db, userId)) === null) return
  await extendTransactionForHashing(db)
  const unusableHash = await hashPassword(generateSecret())
  const endedRows = await db.$queryRaw<unknown[]>`
    with ended as (
      update app_user set password_hash = ${unusableHash}, first_password_until = null
      where id = ${userId}::uuid and first_password_until is not null
      returning id as user_id)
    select ${appendSessionAuditEntrySql('first-password.end', Prisma.sql`'account'`)} from ended s`
  if (endedRows.length === 0) return
  if (!keepsCodes) await removeSecondFactor(db, userId)
  await endSessionsOfAccount(db, userId, exceptSession)
}

/** The hash of the first password of an account, even if expired; null if there is none. */
export async function findFirstPasswordHash(
  db: Transaction,
  userId: string,
): Promise<string | null> {
  const where = { id: userId, firstPasswordUntil: { not: null } }
  const user = await db.user.findFirst({ where, select: { passwordHash: true } })
  return user?.passwordHash ?? null
}
