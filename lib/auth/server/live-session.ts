import { Prisma } from '@/lib/generated/prisma/client'

export const sessionIdleHours = 12

/** On `session s`: not expired and not idle for too long. */
export const isSessionUnexpiredSql = Prisma.sql`(s.expires_at > now()
  and s.last_seen_at > now() - make_interval(hours => ${sessionIdleHours}))`

/** On `session s`: also not signed out. */
export const isSessionActiveSql = Prisma.sql`s.revoked_at is null and ${isSessionUnexpiredSql}`
