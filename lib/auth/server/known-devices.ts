import { getDatabase, type Transaction } from '@/lib/platform/server/database'
import { hashSecret, makeSecret } from './secrets'

/**
 * A browser is known from its last sign-in on. By it `rememberDevice` tells where someone came back: of rows from before a
 * change of this number it cannot.
 */
export const deviceMaxAgeDays = 180
/**
 * Of an account: those in which someone came back, then the newest. Each has guesses of its own: whoever has a password
 * could make as many as they like, to guess at the code.
 */
export const devicesPerAccount = 10

/**
 * The id of the device that a cookie is of: a browser in which whoever has this address has signed in. Null for a cookie of
 * anyone else's, and where there is none. It opens nothing; it says whose guesses are counted where (guesses.ts).
 */
export async function findKnownDevice(
  secret: string | null,
  email: string,
): Promise<string | null> {
  if (secret === null) return null
  const [row] = await getDatabase().$queryRaw<{ id: string }[]>`
    select d.id from known_device d join app_user u on u.id = d.user_id
    where d.secret_hash = ${hashSecret(secret)} and d.expires_at > now() and u.email = ${email}`
  return row?.id ?? null
}

/** The device in which a session was begun by password; null where it was not, or is known no more. */
export async function findDeviceOfSession(
  db: Transaction,
  sessionId: string,
): Promise<string | null> {
  const [row] = await db.$queryRaw<{ id: string }[]>`
    select id from known_device where session_id = ${sessionId}::uuid and expires_at > now()`
  return row?.id ?? null
}

/**
 * After a password, and a code where one is asked for, was right, and a session was begun: what the browser is given to keep.
 * `former`: what it had. Of the same account it is given that again; what it had of another account is over.
 */
export async function rememberDevice(
  userId: string,
  { session, previous }: { session: string; previous: string | null },
): Promise<string> {
  const sessionHash = hashSecret(session)
  if (previous !== null && (await extendDevice(userId, hashSecret(previous), sessionHash)))
    return previous
  const secret = makeSecret()
  const formerHash = previous === null ? null : hashSecret(previous)
  // Only of a session that is there: a new password that was set meanwhile has ended it. Locked, so that one which is being
  // set right now waits, and forgets this one too.
  await getDatabase().$executeRaw`
    with gone as (
      delete from known_device
      where secret_hash = ${formerHash}::bytea or user_id = ${userId}::uuid and (expires_at <= now() or id in (
        select id from known_device where user_id = ${userId}::uuid
        order by expires_at > created_at + make_interval(days => ${deviceMaxAgeDays}) desc, expires_at desc, id desc
        offset ${devicesPerAccount - 1}))
    )
    insert into known_device (id, user_id, secret_hash, session_id, expires_at)
    select gen_random_uuid(), s.user_id, ${hashSecret(secret)}, s.id, now() + make_interval(days => ${deviceMaxAgeDays})
    from session s
    where s.secret_hash = ${sessionHash} and s.user_id = ${userId}::uuid and s.revoked_at is null
    for share of s`
  return secret
}

async function extendDevice(
  userId: string,
  secretHash: Uint8Array<ArrayBuffer>,
  sessionHash: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const extended = await getDatabase().$executeRaw`
    update known_device set expires_at = now() + make_interval(days => ${deviceMaxAgeDays}),
      session_id = (select id from session where secret_hash = ${sessionHash})
    where secret_hash = ${secretHash} and user_id = ${userId}::uuid and expires_at > now()`
  return extended === 1
}

/**
 * After someone came in by another way than a password in a browser that is known for them: it goes with their new session.
 * Nothing of it is new for that; another browser stays unknown.
 */
export async function moveDevice(
  userId: string,
  { session, previous }: { session: string; previous: string },
): Promise<void> {
  await getDatabase().$executeRaw`
    update known_device set session_id = (select id from session where secret_hash = ${hashSecret(session)})
    where secret_hash = ${hashSecret(previous)} and user_id = ${userId}::uuid and expires_at > now()`
}

/** How many browsers an account is known in, but the one in which `keptSession` was begun. */
export async function countOtherDevices(
  db: Transaction,
  userId: string,
  exceptSession: string | null,
): Promise<number> {
  const [row] = await db.$queryRaw<[{ others: number }]>`
    select count(*)::int as others from known_device
    where user_id = ${userId}::uuid and expires_at > now() and session_id is distinct from ${exceptSession}::uuid`
  return row.others
}

/** All of an account, but the one in which `keptSession` was begun. */
export async function forgetDevices(
  db: Transaction,
  userId: string,
  exceptSession: string | null = null,
): Promise<void> {
  await db.$executeRaw`
    delete from known_device where user_id = ${userId}::uuid
      and (${exceptSession}::uuid is null or session_id is distinct from ${exceptSession}::uuid)`
}

/** The one in which a session was begun. */
export async function forgetDeviceOf(db: Transaction, sessionId: string): Promise<void> {
  await db.$executeRaw`delete from known_device where session_id = ${sessionId}::uuid`
}
