import { listSessionsContract } from '../account-contract'
import { describeBrowser } from '../describe-browser'
import { countOtherKnownBrowsers } from './known-browsers'
import { isSessionActiveSql } from './live-session'
import { query } from './operation'
import { requirePerson } from './require-person'
import { findCallerSessionId } from './sessions'

interface SessionRow {
  id: string
  userAgent: string | null
  address: string | null
  createdAt: Date
  lastSeenAt: Date
}

export const listSessions = query(listSessionsContract, {
  action: 'session.list',
  scope: 'instance',
  async run({ actor, db }) {
    const person = requirePerson(actor)
    const { userId } = person
    const currentSession = findCallerSessionId(person)
    const rows = await db.$queryRaw<SessionRow[]>`
      select s.id, s.user_agent as "userAgent", s.address, s.created_at as "createdAt", s.last_seen_at as "lastSeenAt"
      from session s where s.user_id = ${userId}::uuid and ${isSessionActiveSql} and not s.awaits_code
      order by s.last_seen_at desc, s.id`
    return {
      otherKnownBrowsers: await countOtherKnownBrowsers(db, userId, currentSession),
      sessions: rows.map(({ id, userAgent, address, createdAt, lastSeenAt }) => ({
        id,
        browser: describeBrowser(userAgent),
        address,
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
        isThis: id === currentSession,
      })),
    }
  },
})
