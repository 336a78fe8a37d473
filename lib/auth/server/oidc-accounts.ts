import { Prisma } from '@/lib/generated/prisma/client'
import { z } from '@/lib/platform/contract'
import { getDatabase, type Transaction } from '@/lib/platform/server/database'
import { logger } from '@/lib/platform/server/logger'
import { confirmEmailAddress } from './confirm-email-address'
import { lockAccountRow } from './lock-account-row'
import { appendSessionAuditEntrySql } from './session-audit'

/** The claims of a provider that Stepmark uses. It ignores all others. */
export const oidcClaimsSchema = z.object({
  iss: z.string().min(1).max(500),
  sub: z.string().min(1).max(255),
  email: z.string().max(254).nullish(),
  email_verified: z.unknown(),
  amr: z.unknown().optional(),
  acr: z.unknown().optional(),
})

/** `no_account`: no account, or a disabled one. The person is not told which. */
export type OidcRefusal = 'no_account' | 'email_unverified' | 'identity_mismatch'
/** `userId` of a refusal: the account, if known; for the log. */
export type OidcAccountResult =
  | { kind: 'signed_in'; userId: string }
  | { kind: 'refused'; reason: OidcRefusal; userId: string | null }

export const makeOidcRefusal = (
  reason: OidcRefusal,
  userId: string | null = null,
): OidcAccountResult => ({
  kind: 'refused',
  reason,
  userId,
})

/**
 * The account of a person from the provider: by the stored link of issuer and subject, and the first time by a
 * verified email address. After that, the address no longer matters, because the provider may give it to someone
 * else. No account is created. An account with an unconfirmed address loses all other sign-in methods. A generated
 * password ends later, when a full session starts (sessions.ts).
 */
export async function findOrLinkOidcAccount(
  claims: z.output<typeof oidcClaimsSchema>,
): Promise<OidcAccountResult> {
  const { iss: issuer, sub: subject } = claims
  const linkedUser = await findLinked(issuer, subject)
  if (linkedUser) return linkedUser
  if (!claims.email || claims.email_verified !== true) return makeOidcRefusal('email_unverified')
  const email = claims.email.trim().toLowerCase()
  const user = await getDatabase().user.findUnique({
    where: { email },
    select: { id: true, disabledAt: true },
  })
  if (!user || user.disabledAt) return makeOidcRefusal('no_account', user?.id)
  const isLinked = await getDatabase().$transaction((db) =>
    linkIdentity(db, { issuer, subject }, user.id),
  )
  if (!isLinked)
    return (await findLinked(issuer, subject)) ?? makeOidcRefusal('identity_mismatch', user.id)
  logger.info({ userId: user.id, issuer }, 'an account was linked to a provider')
  return { kind: 'signed_in', userId: user.id }
}

/** False if a link exists: a concurrent sign-in created it, or the account is linked to another subject of the issuer. */
async function linkIdentity(
  db: Transaction,
  { issuer, subject }: { issuer: string; subject: string },
  userId: string,
): Promise<boolean> {
  await lockAccountRow(db, userId)
  const insertedRows = await db.$queryRaw<unknown[]>`
    with inserted as (
      insert into oidc_identity (issuer, subject, user_id) values (${issuer}, ${subject}, ${userId}::uuid)
      on conflict do nothing returning user_id)
    select ${appendSessionAuditEntrySql('identity.link', Prisma.sql`'account'`)} from inserted s`
  if (insertedRows.length > 0) await confirmEmailAddress(db, userId)
  return insertedRows.length > 0
}

async function findLinked(issuer: string, subject: string): Promise<OidcAccountResult | null> {
  const link = await getDatabase().oidcIdentity.findUnique({
    where: { issuer_subject: { issuer, subject } },
    select: { userId: true, user: { select: { disabledAt: true } } },
  })
  if (!link) return null
  const { userId } = link
  return link.user.disabledAt
    ? makeOidcRefusal('no_account', userId)
    : { kind: 'signed_in', userId }
}
