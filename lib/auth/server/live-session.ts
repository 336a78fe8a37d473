import { Prisma } from '@/lib/generated/prisma/client'

export const sessionIdleHours = 12

/** Of `session s`: not expired, not idle too long. */
export const unexpiredSession = Prisma.sql`(s.expires_at > now()
  and s.last_seen_at > now() - make_interval(hours => ${sessionIdleHours}))`

/** Of `session s`: nor signed out. */
export const liveSession = Prisma.sql`s.revoked_at is null and ${unexpiredSession}`
