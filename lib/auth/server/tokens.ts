import { getDatabase } from '@/lib/platform/server/database'
import { type Actor, anonymousActor, type TokenScope } from '../actor'
import { type Requester, type ProjectAccess, selectProjectAccessSql } from './project-access'
import { recordLastUse } from './record-last-use'
import { hashSecret, generateSecret } from './secrets'

const tokenPrefix = 'smk_'
const visiblePrefixLength = 10

/** A new token: `secret` is shown once and not stored. */
export function generateApiToken(): {
  secret: string
  prefix: string
  secretHash: Uint8Array<ArrayBuffer>
} {
  const secret = tokenPrefix + generateSecret()
  return { secret, prefix: secret.slice(0, visiblePrefixLength), secretHash: hashSecret(secret) }
}

interface TokenRow {
  tokenId: string
  scope: TokenScope
  userId: string
  name: string
  email: string
  isInstanceAdmin: boolean
  isStale: boolean
  project: ProjectAccess | null
}

/** The person of an active token. Records its last use, to the minute. */
export async function findRequesterByToken(
  secret: string,
  slug: string | null,
): Promise<Requester> {
  const db = getDatabase()
  const startTime = performance.now()
  const [row] = await db.$queryRaw<TokenRow[]>`/* named */
    select t.id as "tokenId", t.scope::text, u.id as "userId", u.name, u.email, u.is_instance_admin as "isInstanceAdmin",
      coalesce(t.last_used_at < now() - interval '1 minute', true) as "isStale",
      ${selectProjectAccessSql(slug)} as project
    from api_token t join app_user u on u.id = t.user_id
    where t.secret_hash = ${hashSecret(secret)} and t.revoked_at is null
      and (t.expires_at is null or t.expires_at > now()) and u.disabled_at is null`
  if (!row) return { actor: anonymousActor, loadedProject: null }
  const { tokenId, scope, userId, name, email, isInstanceAdmin, project } = row
  const via = { kind: 'token', tokenId, scope } as const
  if (row.isStale)
    await recordLastUse(
      () => db.$executeRaw`update api_token set last_used_at = now() where id = ${tokenId}::uuid`,
    )
  return {
    actor: { kind: 'person', userId, name, email, isInstanceAdmin, via },
    loadedProject: slug === null ? null : { userId, slug, project, at: startTime },
  }
}

/** Like `findRequesterByToken`, for requests without a project. */
export async function findActorByToken(secret: string): Promise<Actor> {
  return (await findRequesterByToken(secret, null)).actor
}
