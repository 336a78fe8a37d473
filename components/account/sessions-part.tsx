'use client'

import { useRouter } from 'next/navigation'
import { Button } from '@/components/ui/button'
import { FormGroup } from '@/components/ui/form-group'
import { LinkButton } from '@/components/ui/link-button'
import { Outcome } from '@/components/ui/outcome'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import type {
  endOtherSessionsContract,
  endSessionContract,
  listSessionsContract,
} from '@/lib/auth/account-contract'
import { call } from '@/lib/client/call'
import type { ReplyOf } from '@/lib/platform/contract'
import { formatInstant, formatNoun } from '@/lib/platform/format'
import { useAct } from './use-act'

type Session = ReplyOf<typeof listSessionsContract>['sessions'][number]

export function SessionsPart({
  sessions,
  knownElsewhere,
}: {
  sessions: readonly Session[]
  /** Browsers that are known for this account, but this one. */
  knownElsewhere: number
}) {
  const router = useRouter()
  const { outcome, act } = useAct()
  const others = sessions.filter(({ isThis }) => !isThis)

  const end = ({ id, device }: Session) =>
    act(async () => {
      await call<typeof endSessionContract>(
        { method: 'delete', path: '/account/sessions/{session}' },
        { session: id },
      )
      router.refresh()
      return `The session ${device ? `of ${device}` : 'of an unknown device'} has ended.`
    })

  const endOthers = () =>
    act(async () => {
      const { endedSessions } = await call<typeof endOtherSessionsContract>(
        { method: 'delete', path: '/account/sessions' },
        {},
      )
      router.refresh()
      const ended = formatNoun(endedSessions, 'other session has', 'other sessions have')
      return `${ended} ended. No other browser is known any more.`
    })

  return (
    <FormGroup
      title="Sessions"
      words={
        <p>
          Where you are signed in. A session ends when you sign out, after 12 hours without use, and
          after 7 days in any case. Times are in UTC. A browser in which you signed in by password
          stays known for 180 days, also when you have signed out: strangers who guess at your
          account do not shut it out. End all others to end every session but this one, and to take
          that from every other browser
          {knownElsewhere > 0 && ` (${knownElsewhere} now)`}.
        </p>
      }
    >
      <div className="grid gap-4 text-strong">
        <Table aria-label="Sessions">
          <thead>
            <tr>
              <HeadCell>Where</HeadCell>
              <HeadCell>Last seen</HeadCell>
              <HeadCell>
                <span className="sr-only">End</span>
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => void end(session)} />
            ))}
          </tbody>
        </Table>
        <div>
          <Button
            disabled={others.length === 0 && knownElsewhere === 0}
            onClick={() => void endOthers()}
          >
            End all others
          </Button>
          <Outcome outcome={outcome} className="pt-4" />
        </div>
      </div>
    </FormGroup>
  )
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { device, address, createdAt, lastSeenAt, isThis } = session
  const name = device ?? 'Unknown device'
  return (
    <tr>
      <Cell className="wrap-anywhere">
        {name}
        {isThis && <span className="text-ink-3"> (this one)</span>}
        <span className="block text-caption text-ink-3">
          {address ? `${address}, since ` : 'Since '}
          {formatInstant(createdAt)}
        </span>
      </Cell>
      <Cell className="text-ink-2">{isThis ? 'now' : formatInstant(lastSeenAt)}</Cell>
      <Cell className="text-right">
        {!isThis && (
          <LinkButton aria-label={`End the session of ${name}`} onClick={onEnd}>
            End
          </LinkButton>
        )}
      </Cell>
    </tr>
  )
}
