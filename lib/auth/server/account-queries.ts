import { listSessionsContract } from '../account-contract'
import { describeDevice } from '../describe-device'
import { query, requirePerson } from './operation'
import { liveSession } from './sessions'

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
    const { userId, via } = requirePerson(actor)
    const rows = await db.$queryRaw<SessionRow[]>`
      select s.id, s.user_agent as "userAgent", s.address, s.created_at as "createdAt", s.last_seen_at as "lastSeenAt"
      from session s where s.user_id = ${userId}::uuid and ${liveSession} order by s.last_seen_at desc, s.id`
    return {
      sessions: rows.map(({ id, userAgent, address, createdAt, lastSeenAt }) => ({
        id,
        device: describeDevice(userAgent),
        address,
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
        isThis: via.kind === 'session' && via.sessionId === id,
      })),
    }
  },
})
