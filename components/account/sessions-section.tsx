'use client'

import { useRouter } from 'next/navigation'
import { Button } from '@/components/ui/button'
import { FormGroup } from '@/components/ui/form-group'
import { LinkButton } from '@/components/ui/link-button'
import { LearnMore } from '@/components/ui/learn-more'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { TableCell, TableHeaderCell, Table } from '@/components/ui/table'
import type {
  endOtherSessionsContract,
  endSessionContract,
  listSessionsContract,
} from '@/lib/auth/account-contract'
import { callApi } from '@/lib/client/call-api'
import type { ReplyOf } from '@/lib/platform/contract'
import { formatInstant, formatQuantity } from '@/lib/platform/format'
import { useFormAction } from './use-form-action'

type Session = ReplyOf<typeof listSessionsContract>['sessions'][number]

export function SessionsSection({
  sessions,
  otherKnownBrowsers,
}: {
  sessions: readonly Session[]
  /** Known browsers of this account, without this one. */
  otherKnownBrowsers: number
}) {
  const router = useRouter()
  const { outcome, runAction } = useFormAction()
  const others = sessions.filter(({ isThis }) => !isThis)

  const end = ({ id, device }: Session) =>
    runAction(async () => {
      await callApi<typeof endSessionContract>(
        { method: 'delete', path: '/account/sessions/{session}' },
        { session: id },
      )
      router.refresh()
      return `Signed out ${device ?? 'the unknown device'}.`
    })

  const endOthers = () =>
    runAction(async () => {
      const { endedSessions } = await callApi<typeof endOtherSessionsContract>(
        { method: 'delete', path: '/account/sessions' },
        {},
      )
      router.refresh()
      const endedText = formatQuantity(endedSessions, 'other session was', 'other sessions were')
      return `${endedText} signed out, and all other known browsers were forgotten.`
    })

  return (
    <FormGroup
      title="Sessions"
      description={
        <p>
          Sessions end after 12 hours without use, or after 7 days. Times are in UTC.
          {otherKnownBrowsers > 0 &&
            ` ${formatQuantity(otherKnownBrowsers, 'other browser has', 'other browsers have')} signed in to this account.`}{' '}
          <LearnMore doc="accounts" topic="sessions" />
        </p>
      }
    >
      <div className="grid gap-4 text-strong">
        <Table aria-label="Sessions">
          <thead>
            <tr>
              <TableHeaderCell>Device</TableHeaderCell>
              <TableHeaderCell>Last seen</TableHeaderCell>
              <TableHeaderCell>
                <span className="sr-only">End</span>
              </TableHeaderCell>
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
            disabled={others.length === 0 && otherKnownBrowsers === 0}
            onClick={() => void endOthers()}
          >
            Sign out all others
          </Button>
          <OutcomeNotice outcome={outcome} className="pt-4" />
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
      <TableCell className="wrap-anywhere">
        {name}
        {isThis && <span className="text-ink-3"> (this session)</span>}
        <span className="block text-caption text-ink-3">
          {address ? `${address}, since ` : 'Since '}
          {formatInstant(createdAt)}
        </span>
      </TableCell>
      <TableCell className="text-ink-2">{isThis ? 'now' : formatInstant(lastSeenAt)}</TableCell>
      <TableCell className="text-right">
        {!isThis && (
          <LinkButton aria-label={`Sign out ${name}`} onClick={onEnd}>
            End
          </LinkButton>
        )}
      </TableCell>
    </tr>
  )
}
