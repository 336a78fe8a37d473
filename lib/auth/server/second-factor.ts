import { generateSecret, generateURI, verify } from 'otplib'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import { reencryptText, encryptText, decryptText } from '@/lib/platform/server/encrypted-text'
import { readSignInSettings } from '@/lib/platform/server/env'
import { logger } from '@/lib/platform/server/logger'
import { hashSecret } from './secrets'
import { appendSessionAuditEntrySql } from './session-audit'

const stepSeconds = 30
/** One time step in each direction, for clocks that are slightly off (RFC 6238, 5.2). */
const toleranceSeconds = 30
const recoveryCodeCount = 10
/** 120 bits, so a fast hash is sufficient (ASVS 6.5.2). 24 characters in base32. */
const recoveryCodeBytes = 15
const purpose = 'totp'

/** On `app_user u`: people who are advised to have a second factor. */
export const isInstanceOrProjectAdminSql = Prisma.sql`(u.is_instance_admin
  or exists (select from member m where m.user_id = u.id and m.role = 'admin'))`

/** On `app_user u`: two-factor codes are on. */
export const hasTotpSql = Prisma.sql`exists (select from totp t where t.user_id = u.id and t.confirmed_at is not null)`

/** On `app_user u`: the installation requires a second factor. */
export function requiresSecondFactorSql(): Prisma.Sql {
  const { totpRequiredOf } = readSignInSettings()
  if (totpRequiredOf === 'everyone') return Prisma.sql`true`
  return totpRequiredOf === 'admins' ? isInstanceOrProjectAdminSql : Prisma.sql`false`
}

/**
 * On `session s` and its `app_user u`: only the account page is available. A second factor at the provider is
 * sufficient for that session.
 */
export function lacksRequiredSecondFactorSql(): Prisma.Sql {
  return Prisma.sql`(${requiresSecondFactorSql()} and not s.has_provider_factor and not ${hasTotpSql})`
}

/** Creates a TOTP secret, unconfirmed until a first code. Null if codes are already on. */
export async function createTotpSecret(
  db: Transaction,
  { userId, email }: { userId: string; email: string },
): Promise<{ secret: string; uri: string } | null> {
  const secret = generateSecret()
  const encryptedSecret = encryptText(secret, purpose, userId)
  const storedCount = await db.$executeRaw`
    insert into totp (user_id, sealed_secret) values (${userId}::uuid, ${encryptedSecret})
    on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, last_step = 0
    where totp.confirmed_at is null`
  if (storedCount === 0) return null
  return { secret, uri: generateURI({ issuer: 'Stepmark', label: email, secret }) }
}

interface TotpRow {
  sealedSecret: Uint8Array
  nowSeconds: number
}

/** Accepts a code of the device once. This and earlier codes are rejected from then on. */
export async function consumeTotpCode(
  db: Transaction,
  userId: string,
  code: string,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<boolean> {
  const token = code.replaceAll(/[\s-]/g, '')
  if (!/^\d{6}$/.test(token)) return false
  const [row] = await db.$queryRaw<TotpRow[]>`
    select sealed_secret as "sealedSecret", extract(epoch from clock_timestamp())::int as "nowSeconds"
    from totp where user_id = ${userId}::uuid and (confirmed_at is not null) = ${isConfirmed}`
  if (!row) return false
  const secret = decryptText(row.sealedSecret, purpose, userId)
  if (secret === null) {
    logger.error(
      { userId },
      'a TOTP secret was encrypted with a NEXTAUTH_SECRET that is not set, so its codes are rejected',
    )
    return false
  }
  const epoch = row.nowSeconds
  const verification = await verify({ secret, token, epoch, epochTolerance: toleranceSeconds })
  if (!verification.valid) return false
  const step = Math.floor(epoch / stepSeconds) + verification.delta
  const encryptedSecret = reencryptText(row.sealedSecret, purpose, userId) ?? row.sealedSecret
  // Of two concurrent uses, only one updates the row, and neither does if the secret was replaced meanwhile.
  const updatedRows = await db.$executeRaw`
    update totp set last_step = ${step}, sealed_secret = ${encryptedSecret}
    where user_id = ${userId}::uuid and last_step < ${step} and sealed_secret = ${row.sealedSecret}`
  return updatedRows === 1
}

/** Accepts a code of the device or a recovery code, each once. Returns which it was, or null. */
export async function consumeTotpOrRecoveryCode(
  db: Transaction,
  userId: string,
  code: string,
): Promise<'code' | 'recovery_code' | null> {
  if (await consumeTotpCode(db, userId, code, { isConfirmed: true })) return 'code'
  const updatedRows = await db.$queryRaw<unknown[]>`
    with used as (
      update recovery_code set used_at = now()
      where user_id = ${userId}::uuid and code_hash = ${hashRecoveryCode(code)} and used_at is null
      returning user_id)
    select ${appendSessionAuditEntrySql('recovery.use', Prisma.sql`'account'`)} from used s`
  return updatedRows.length === 1 ? 'recovery_code' : null
}

/** Creates recovery codes, which replace all earlier ones. */
export async function replaceRecoveryCodes(db: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    generateSecret({ length: recoveryCodeBytes }).replaceAll(/(.{6})(?!$)/g, '$1-'),
  )
  await db.recoveryCode.deleteMany({ where: { userId } })
  await db.recoveryCode.createMany({
    data: codes.map((code) => ({ userId, codeHash: hashRecoveryCode(code) })),
  })
  return codes
}

function hashRecoveryCode(code: string): Uint8Array<ArrayBuffer> {
  return hashSecret(code.replaceAll(/[\s-]/g, '').toUpperCase())
}

/** Returns whether codes were on. */
export async function removeSecondFactor(db: Transaction, userId: string): Promise<boolean> {
  await db.recoveryCode.deleteMany({ where: { userId } })
  const deletedRows = await db.$queryRaw<{ wasOn: boolean }[]>`
    delete from totp where user_id = ${userId}::uuid returning confirmed_at is not null as "wasOn"`
  return deletedRows[0]?.wasOn ?? false
}
