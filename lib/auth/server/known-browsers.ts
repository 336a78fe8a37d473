import { getDatabase, type Transaction } from '@/lib/platform/server/database'
import { hashSecret, generateSecret } from './secrets'

/**
 * How long a browser stays known after its latest sign-in. If this number changes, `rememberKnownBrowser` can't
 * recognise returning browsers in older rows.
 */
export const knownBrowserMaxAgeDays = 180
/**
 * Known browsers that an account keeps: returning ones first, then the newest. Each has its own limit of attempts, so without a
 * maximum, someone with the password could create any number of them to guess the code.
 */
export const maxKnownBrowsersPerAccount = 10

/**
 * The id of the known browser of a cookie: one in which the owner of this email address has signed in. Null for another
 * person's cookie or none. It grants nothing; it only selects the counters of attempts (sign-in-attempts.ts).
 */
export async function findKnownBrowser(
  secret: string | null,
  email: string,
): Promise<string | null> {
  if (secret === null) return null
  const [row] = await getDatabase().$queryRaw<{ id: string }[]>`
    select b.id from known_browser b join app_user u on u.id = b.user_id
    where b.secret_hash = ${hashSecret(secret)} and b.expires_at > now() and u.email = ${email}`
  return row?.id ?? null
}

/** The known browser in which a session started; null if it started in an unknown one or the browser is no longer known. */
export async function findKnownBrowserOfSession(
  db: Transaction,
  sessionId: string,
): Promise<string | null> {
  const [row] = await db.$queryRaw<{ id: string }[]>`
    select id from known_browser where session_id = ${sessionId}::uuid and expires_at > now()`
  return row?.id ?? null
}

/**
 * After sign-in with a password, and a code if required: returns the cookie to set. `previous`: the browser's previous
 * cookie, which is kept if it belongs to this account. Otherwise it is forgotten.
 */
export async function rememberKnownBrowser(
  userId: string,
  { sessionSecret, previous }: { sessionSecret: string; previous: string | null },
): Promise<string> {
  const sessionHash = hashSecret(sessionSecret)
  if (previous !== null && (await extendKnownBrowser(userId, hashSecret(previous), sessionHash)))
    return previous
  const secret = generateSecret()
  const previousHash = previous === null ? null : hashSecret(previous)
  // Only for an existing session: a new password may have ended it meanwhile. Locks it, so that a concurrent password
  // change waits and forgets this browser too.
  await getDatabase().$executeRaw`
    with deleted as (
      delete from known_browser
      where secret_hash = ${previousHash}::bytea or user_id = ${userId}::uuid and (expires_at <= now() or id in (
        select id from known_browser where user_id = ${userId}::uuid
        order by expires_at > created_at + make_interval(days => ${knownBrowserMaxAgeDays}) desc, expires_at desc, id desc
        offset ${maxKnownBrowsersPerAccount - 1}))
    )
    insert into known_browser (id, user_id, secret_hash, session_id, expires_at)
    select gen_random_uuid(), s.user_id, ${hashSecret(secret)}, s.id, now() + make_interval(days => ${knownBrowserMaxAgeDays})
    from session s
    where s.secret_hash = ${sessionHash} and s.user_id = ${userId}::uuid and s.revoked_at is null
    for share of s`
  return secret
}

async function extendKnownBrowser(
  userId: string,
  secretHash: Uint8Array<ArrayBuffer>,
  sessionHash: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const extendedRows = await getDatabase().$executeRaw`
    update known_browser set expires_at = now() + make_interval(days => ${knownBrowserMaxAgeDays}),
      session_id = (select id from session where secret_hash = ${sessionHash})
    where secret_hash = ${secretHash} and user_id = ${userId}::uuid and expires_at > now()`
  return extendedRows === 1
}

/**
 * After sign-in by another method in a known browser: links it to the new session. Nothing else changes, and an
 * unknown browser stays unknown.
 */
export async function linkKnownBrowserToSession(
  userId: string,
  { sessionSecret, previous }: { sessionSecret: string; previous: string },
): Promise<void> {
  await getDatabase().$executeRaw`
    update known_browser set session_id = (select id from session where secret_hash = ${hashSecret(sessionSecret)})
    where secret_hash = ${hashSecret(previous)} and user_id = ${userId}::uuid and expires_at > now()`
}

/** How many known browsers an account has, except that of `exceptSession`. */
export async function countOtherKnownBrowsers(
  db: Transaction,
  userId: string,
  exceptSession: string | null,
): Promise<number> {
  const [row] = await db.$queryRaw<[{ others: number }]>`
    select count(*)::int as others from known_browser
    where user_id = ${userId}::uuid and expires_at > now() and session_id is distinct from ${exceptSession}::uuid`
  return row.others
}

/** Forgets all browsers of an account, except that of `exceptSession`. */
export async function forgetKnownBrowsers(
  db: Transaction,
  userId: string,
  exceptSession: string | null = null,
): Promise<void> {
  await db.$executeRaw`
    delete from known_browser where user_id = ${userId}::uuid
      and (${exceptSession}::uuid is null or session_id is distinct from ${exceptSession}::uuid)`
}

/** Forgets the browser in which a session started. */
export async function forgetKnownBrowserOfSession(
  db: Transaction,
  sessionId: string,
): Promise<void> {
  await db.$executeRaw`delete from known_browser where session_id = ${sessionId}::uuid`
}
