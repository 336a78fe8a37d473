'use client'

import { useRouter } from 'next/navigation'
import { useAction } from '@/components/shell/use-action'
import { Button } from '@/components/ui/button'
import { DataTable } from '@/components/ui/data-table'
import { FormGroup } from '@/components/ui/form-group'
import { LearnMore } from '@/components/ui/learn-more'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { makeActionColumn } from '@/components/ui/table-columns'
import type { listSessionsContract } from '@/lib/auth/account-contract'
import { callApi } from '@/lib/client/call-api'
import type { ReplyOf } from '@/lib/platform/contract'
import { formatInstant, formatQuantity } from '@/lib/platform/format'

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
  const { outcome, runAction } = useAction(() => router.refresh())
  const otherSessions = sessions.filter(({ isThis }) => !isThis)

  const endSession = ({ id, browser }: Session) =>
    runAction(async () => {
      await callApi('delete /account/sessions/{session}', { session: id })
      return `Signed out ${browser ?? 'the unknown browser'}.`
    })

  const endOtherSessions = () =>
    runAction(async () => {
      const { endedSessions } = await callApi('delete /account/sessions', {})
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
        <DataTable
          aria-label="Sessions"
          rows={sessions}
          rowKey={({ id }) => id}
          columns={[
            {
              header: 'Browser',
              className: 'wrap-anywhere',
              render: ({ browser, isThis }) => (
                <>
                  {browser ?? 'Unknown browser'}
                  {isThis && <span className="text-ink-3"> (this session)</span>}
                </>
              ),
              renderCaption: ({ address, createdAt }) =>
                `${address ? `${address}, since` : 'Since'} ${formatInstant(createdAt)}`,
            },
            {
              header: 'Last seen',
              cellClassName: 'text-ink-2',
              render: ({ isThis, lastSeenAt }) => (isThis ? 'now' : formatInstant(lastSeenAt)),
            },
            makeActionColumn<Session>(
              'Sign out',
              ({ isThis, browser }) => !isThis && `Sign out ${browser ?? 'Unknown browser'}`,
              (session) => void endSession(session),
            ),
          ]}
        />
        <div>
          <Button
            disabled={otherSessions.length === 0 && otherKnownBrowsers === 0}
            onClick={() => void endOtherSessions()}
          >
            Sign out all others
          </Button>
          <OutcomeNotice outcome={outcome} className="pt-4" />
        </div>
      </div>
    </FormGroup>
  )
}
