import { Prisma } from '@/lib/generated/prisma/client'
import { getDatabase, type Transaction } from '@/lib/platform/server/database'
import { anonymous, type Person } from '../actor'
import { type Asker, type ProjectAccess, selectSeenProject } from './project-access'
import { selectLacksTotp } from './second-factor'
import { hashSecret, makeSecret } from './secrets'
import { selectDoorEntry } from './session-audit'

export const sessionMaxAgeDays = 7
export const sessionIdleHours = 12
const touchMinutes = 1

/** Of `session s`: not signed out, not expired, not idle too long. */
export const liveSession = Prisma.sql`s.revoked_at is null and s.expires_at > now()
  and s.last_seen_at > now() - make_interval(hours => ${sessionIdleHours})`

const targetSession = Prisma.sql`'session:' || s.id`

/** Starts a session for a person who has just proved who they are. Every way of signing in ends here. */
export async function mintSession(
  userId: string,
  userAgent: string | null,
  address: string | null = null,
): Promise<string> {
  const secret = makeSecret()
  await getDatabase().$queryRaw`
    with begun as (
      insert into session (id, user_id, secret_hash, expires_at, user_agent, address)
      values (gen_random_uuid(), ${userId}::uuid, ${hashSecret(secret)},
        now() + make_interval(days => ${sessionMaxAgeDays}), ${userAgent?.slice(0, 300) ?? null},
        ${address?.slice(0, 100) ?? null})
      returning id, user_id)
    select ${selectDoorEntry('session.begin', targetSession)} from begun s`
  return secret
}

interface SessionRow {
  sessionId: string
  userId: string
  name: string
  email: string
  isInstanceAdmin: boolean
  lacksTotp: boolean
  isStale: boolean
  project: ProjectAccess | null
}

/** Who a session is, if it still is anybody: not signed out, not expired, not idle too long, the account not disabled. */
export async function findAskerBySession(secret: string, slug: string | null): Promise<Asker> {
  const db = getDatabase()
  const hash = hashSecret(secret)
  const at = performance.now()
  const [row] = await db.$queryRaw<SessionRow[]>`
    select s.id as "sessionId", u.id as "userId", u.name, u.email, u.is_instance_admin as "isInstanceAdmin",
      ${selectLacksTotp()} as "lacksTotp",
      s.last_seen_at < now() - make_interval(mins => ${touchMinutes}) as "isStale",
      ${selectSeenProject(slug)} as project
    from session s join app_user u on u.id = s.user_id
    where s.secret_hash = ${hash} and ${liveSession} and u.disabled_at is null`
  if (!row) return { actor: anonymous, seen: null }
  if (row.isStale)
    await db.$executeRaw`update session set last_seen_at = now() where id = ${row.sessionId}::uuid`
  const { sessionId, userId, name, email, isInstanceAdmin, lacksTotp, project } = row
  const via = { kind: 'session', sessionId } as const
  return {
    actor: { kind: 'person', userId, name, email, isInstanceAdmin, lacksTotp, via },
    seen: slug === null ? null : { userId, slug, project, at },
  }
}

/** Signing out: the session is dead on its next request, in every process. */
export async function revokeSession(secret: string): Promise<void> {
  await getDatabase().$queryRaw`
    with ended as (
      update session set revoked_at = now() where secret_hash = ${hashSecret(secret)} and revoked_at is null
      returning id, user_id)
    select ${selectDoorEntry('session.end', targetSession)} from ended s`
}

/** Ends all sessions of a person but the one that asks; gives how many were live. */
export async function endSessions(
  db: Transaction,
  { userId, via }: Pick<Person, 'userId' | 'via'>,
) {
  const kept = via.kind === 'session' ? via.sessionId : null
  return db.$executeRaw`
    update session s set revoked_at = now()
    where s.user_id = ${userId}::uuid and ${liveSession} and s.id is distinct from ${kept}::uuid`
}
