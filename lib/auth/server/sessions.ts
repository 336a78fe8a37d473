import { Prisma } from '@/lib/generated/prisma/client'
import { getDatabase, type Transaction } from '@/lib/platform/server/database'
import { anonymousActor, awaitingCodeActor, type Person } from '../actor'
import { endSessionsOfAccount } from './end-sessions'
import { removeFirstPassword, hasFirstPasswordSql } from './first-passwords'
import { isSessionActiveSql } from './live-session'
import { type Requester, type ProjectAccess, selectProjectAccessSql } from './project-access'
import { recordLastUse } from './record-last-use'
import { hasTotpSql, lacksRequiredSecondFactorSql } from './second-factor'
import { hashSecret, generateSecret } from './secrets'
import { appendSessionAuditEntrySql } from './session-audit'

export const sessionMaxAgeDays = 7
/** Lifetime of a pending session: enough time to find one's phone. The table enforces it too. */
export const pendingSessionMinutes = 10
const lastSeenPrecisionMinutes = 1

const sessionTargetSql = Prisma.sql`'session:' || s.id`

/** What was verified at sign-in. It is checked again at the moment when the session starts. */
export type SignInProof =
  /** `passwordHash`: the hash that was verified. */
  | { by: 'password'; passwordHash: string }
  | { by: 'provider'; hasSecondFactor: boolean }
  /** After a provider: `pendingSessionSecret` is used up. */
  | { by: 'code'; pendingSessionSecret: string }

export interface NewSession {
  id: string
  secret: string
  /** A pending session: the person's own code is still required. */
  awaitsCode: boolean
}

/**
 * Every sign-in method ends here. Null if what was verified is no longer valid: the account was disabled, its
 * password changed, or the pending session expired. If codes are on and the provider reports no second factor, this is a
 * pending session. It has no audit entry, because no one is signed in yet.
 */
export async function createSession(
  userId: string,
  from: { userAgent: string | null; address: string | null },
  proof: SignInProof,
): Promise<NewSession | null> {
  return getDatabase().$transaction(async (db) => {
    if (!(await lockVerifiedAccount(db, userId, proof))) return null
    if (proof.by === 'code' && !(await consumePendingSession(db, proof.pendingSessionSecret)))
      return null
    const session = await insertSession(db, userId, from, proof)
    // A pending session does not prove enough to remove it. A correct code is the person's own, so codes stay on.
    if (proof.by !== 'password' && !session.awaitsCode)
      await removeFirstPassword(db, userId, {
        exceptSession: session.id,
        keepsCodes: proof.by === 'code',
      })
    return session
  })
}

/**
 * Whether what was verified is still valid. Locks the account's row until the session has started, like everything that ends
 * all sessions of an account (lock-account-row.ts): earlier changes are visible here, and later ones see the session.
 */
async function lockVerifiedAccount(
  db: Transaction,
  userId: string,
  proof: SignInProof,
): Promise<boolean> {
  const verifiedHash = proof.by === 'password' ? proof.passwordHash : null
  const rows = await db.$queryRaw<unknown[]>`
    select u.id from app_user u
    where u.id = ${userId}::uuid and u.disabled_at is null
      and (${verifiedHash}::text is null or u.password_hash = ${verifiedHash})
    for no key update`
  return rows.length === 1
}

async function insertSession(
  db: Transaction,
  userId: string,
  { userAgent, address }: { userAgent: string | null; address: string | null },
  proof: SignInProof,
): Promise<NewSession> {
  const secret = generateSecret()
  const hasFactor = proof.by === 'provider' && proof.hasSecondFactor
  const [session] = await db.$queryRaw<[{ id: string; awaitsCode: boolean }]>`
    with started as (
      insert into session
        (id, user_id, secret_hash, expires_at, user_agent, address, awaits_code, has_provider_factor)
      select gen_random_uuid(), u.id, ${hashSecret(secret)},
        now() + case when kind.is_pending then make_interval(mins => ${pendingSessionMinutes})
          else make_interval(days => ${sessionMaxAgeDays}) end,
        ${userAgent?.slice(0, 300) ?? null}, ${address?.slice(0, 100) ?? null}, kind.is_pending, ${hasFactor}
      from app_user u, lateral (select ${proof.by === 'provider' && !hasFactor} and ${hasTotpSql} as is_pending) kind
      where u.id = ${userId}::uuid
      returning id, user_id, awaits_code)
    select s.id, s.awaits_code as "awaitsCode",
      case when not s.awaits_code then ${appendSessionAuditEntrySql('session.begin', sessionTargetSql)} end
    from started s`
  return { id: session.id, secret, awaitsCode: session.awaitsCode }
}

/** Uses up a pending session after a correct code. False if it has ended meanwhile. */
async function consumePendingSession(db: Transaction, secret: string): Promise<boolean> {
  const updatedCount = await db.$executeRaw`
    update session s set revoked_at = now()
    where s.secret_hash = ${hashSecret(secret)} and ${isSessionActiveSql} and s.awaits_code`
  return updatedCount === 1
}

interface SessionRow {
  sessionId: string
  userId: string
  name: string
  email: string
  isInstanceAdmin: boolean
  lacksTotp: boolean
  awaitsCode: boolean
  hasFirstPassword: boolean
  isStale: boolean
  project: ProjectAccess | null
}

/** The account of an active pending session. */
export async function findAccountOfPendingSession(
  secret: string,
): Promise<{ userId: string; email: string } | null> {
  const [row] = await getDatabase().$queryRaw<{ userId: string; email: string }[]>`
    select u.id as "userId", u.email from session s join app_user u on u.id = s.user_id
    where s.secret_hash = ${hashSecret(secret)} and ${isSessionActiveSql} and s.awaits_code and u.disabled_at is null`
  return row ?? null
}

/** The person of an active session: not signed out, expired or idle, and the account not disabled. */
export async function findRequesterBySession(
  secret: string,
  slug: string | null,
): Promise<Requester> {
  const db = getDatabase()
  const hash = hashSecret(secret)
  const startTime = performance.now()
  const [row] = await db.$queryRaw<SessionRow[]>`/* named */
    select s.id as "sessionId", u.id as "userId", u.name, u.email, u.is_instance_admin as "isInstanceAdmin",
      ${lacksRequiredSecondFactorSql()} as "lacksTotp", s.awaits_code as "awaitsCode",
      ${hasFirstPasswordSql()} as "hasFirstPassword",
      s.last_seen_at < now() - make_interval(mins => ${lastSeenPrecisionMinutes}) as "isStale",
      ${selectProjectAccessSql(slug)} as project
    from session s join app_user u on u.id = s.user_id
    where s.secret_hash = ${hash} and ${isSessionActiveSql} and u.disabled_at is null`
  if (!row) return { actor: anonymousActor, loadedProject: null }
  if (row.awaitsCode) return { actor: awaitingCodeActor, loadedProject: null }
  if (row.isStale)
    await recordLastUse(
      () =>
        db.$executeRaw`update session set last_seen_at = now() where id = ${row.sessionId}::uuid`,
    )
  const { sessionId, userId, name, email, isInstanceAdmin, project } = row
  const restrictions = { lacksTotp: row.lacksTotp, hasFirstPassword: row.hasFirstPassword }
  const via = { kind: 'session', sessionId } as const
  return {
    actor: { kind: 'person', userId, name, email, isInstanceAdmin, ...restrictions, via },
    loadedProject: slug === null ? null : { userId, slug, project, at: startTime },
  }
}

/** Signs out: the session is rejected from its next request, in every process. */
export async function revokeSession(secret: string): Promise<void> {
  await getDatabase().$queryRaw`
    with ended as (
      update session set revoked_at = now() where secret_hash = ${hashSecret(secret)} and revoked_at is null
      returning id, user_id, awaits_code)
    select ${appendSessionAuditEntrySql('session.end', sessionTargetSql)} from ended s where not s.awaits_code`
}

/** The caller's session; null for a token. */
export const findCallerSessionId = ({ via }: Pick<Person, 'via'>): string | null =>
  via.kind === 'session' ? via.sessionId : null

/**
 * Ends all sessions of a person except the caller's, and returns how many were active. Forgets all browsers except
 * the caller's.
 */
export async function endOtherSessionsOfPerson(db: Transaction, person: Person): Promise<number> {
  return endSessionsOfAccount(db, person.userId, findCallerSessionId(person))
}
