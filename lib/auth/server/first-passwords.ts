import { Prisma } from '@/lib/generated/prisma/client'
import { readSignInSettings } from '@/lib/platform/server/env'
import type { Transaction } from '@/lib/platform/server/database'
import { endSessionsOf } from './end-sessions'
import { hashPassword } from './passwords'
import { removeSecondFactor } from './second-factor'
import { makeSecret } from './secrets'
import { selectSignInEntry } from './session-audit'

/** How long a password that was made for someone lets them in. Others have seen it. */
export const firstPasswordDays = 7

/**
 * Of `app_user u`: they may go no further than their own account before they have chosen a password. Where passwords are
 * off no one can, and no one need.
 */
export function selectHasFirstPassword(): Prisma.Sql {
  return readSignInSettings().isOidcOnly
    ? Prisma.sql`false`
    : Prisma.sql`(u.first_password_until is not null)`
}

/** Whether an account has a first password, and its days are over. */
export async function isFirstPasswordOver(db: Transaction, userId: string): Promise<boolean> {
  const [row] = await db.$queryRaw<{ isOver: boolean }[]>`
    select coalesce(first_password_until <= now(), false) as "isOver" from app_user where id = ${userId}::uuid`
  return row?.isOver ?? false
}

/** In place of the one that was there, also of a first one: the person's own, or one that no one knows. */
export async function setPassword(
  db: Transaction,
  userId: string,
  password: string,
): Promise<void> {
  const passwordHash = await hashPassword(password)
  await db.user.update({
    where: { id: userId },
    data: { passwordHash, firstPasswordUntil: null },
    select: { id: true },
  })
}

/**
 * Of who has come in by another way: a first password is needed no more, nor is whatever it opened, but for the session that has
 * begun now. Others have seen it, so that codes which were switched on meanwhile are no one's, unless their own code was right
 * just now (`keepsCodes`). Within the transaction that holds the account (lock-account.ts): of two at once, one does it.
 */
export async function endFirstPassword(
  db: Transaction,
  userId: string,
  { exceptSession, keepsCodes }: { exceptSession: string; keepsCodes: boolean },
): Promise<void> {
  if ((await findFirstPassword(db, userId)) === null) return
  const unusableHash = await hashPassword(makeSecret())
  const ended = await db.$queryRaw<unknown[]>`
    with ended as (
      update app_user set password_hash = ${unusableHash}, first_password_until = null
      where id = ${userId}::uuid and first_password_until is not null
      returning id as user_id)
    select ${selectSignInEntry('first-password.end', Prisma.sql`'account'`)} from ended s`
  if (ended.length === 0) return
  if (!keepsCodes) await removeSecondFactor(db, userId)
  await endSessionsOf(db, userId, exceptSession)
}

/** The hash of the first password that an account has, also of one whose days are over; null where it has none. */
export async function findFirstPassword(db: Transaction, userId: string): Promise<string | null> {
  const where = { id: userId, firstPasswordUntil: { not: null } }
  const user = await db.user.findFirst({ where, select: { passwordHash: true } })
  return user?.passwordHash ?? null
}
