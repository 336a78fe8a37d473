'use client'

import { useEffect, useRef } from 'react'
import { LinkButton } from '@/components/ui/link-button'
import { Outcome } from '@/components/ui/outcome'
import { ProgressStrip } from '@/components/ui/progress-strip'
import { formatCount, formatDuration, formatNoun } from '@/lib/platform/format'
import type { Agreement, AgreementFilters } from './agreement'
import { useAgreement } from './use-agreement'

/**
 * What becomes of the numbers: begins to work them out where nobody has for these filters, says how far that is, and,
 * once labels have come since, offers to do it again.
 */
export function AgreementProgress({
  slug,
  filters,
  newest: given,
  since,
  when,
}: {
  slug: string
  filters: AgreementFilters
  newest: Agreement | null
  /** What has happened to the labels since the result that stands below; null: nothing, or there is none. */
  since: string | null
  /** Of that result: `21 Nov 2026, 22:04 UTC, by Mei Lin`. */
  when: string | null
}) {
  const view = useAgreement(slug, filters, given)
  const { newest, failure, isBusy, start } = view
  const hasAsked = useRef(false)
  useEffect(() => {
    if (given !== null || hasAsked.current) return
    hasAsked.current = true
    void start()
  })
  if (newest?.state === 'running') return <Progress newest={newest} view={view} />
  const again = (
    <LinkButton aria-disabled={isBusy} onClick={() => void start()}>
      {when === null ? 'Compute' : 'Compute again'}
    </LinkButton>
  )
  const end = newest && describeEnd(newest)
  return (
    <div className="pb-6 text-ink-2">
      <Outcome outcome={failure === null ? null : { kind: 'wrong', words: failure }} />
      <Outcome
        outcome={
          end && failure === null
            ? { kind: newest.state === 'failed' ? 'wrong' : 'done', words: end }
            : null
        }
      />
      <p>
        {when && <>As of {when}. </>}
        {since && <b>{since} </b>}
        {(given !== null || failure !== null) && again}
      </p>
    </div>
  )
}

/** Of one that ended otherwise than well. */
function describeEnd({ state, message }: Agreement): string | null {
  if (state === 'cancelled') return message ?? 'Cancelled.'
  return state === 'failed' ? `It could not be worked out. ${message ?? ''}` : null
}

function Progress({ newest, view }: { newest: Agreement; view: ReturnType<typeof useAgreement> }) {
  const { readRows, allRows } = newest
  const { rowsPerSecond } = view
  const left = rowsPerSecond && allRows !== null ? (allRows - readRows) / rowsPerSecond : null
  const rate = rowsPerSecond ? `${formatCount(Math.round(rowsPerSecond))} annotations a second` : ''
  return (
    <ProgressStrip
      label="Progress of the computation"
      barLabel="Annotations read"
      done={
        allRows === null
          ? 'Waits for its turn'
          : readRows >= allRows
            ? 'Works out intervals'
            : `${formatCount(readRows)} of up to ${formatNoun(allRows, 'annotation')} read`
      }
      rate={left === null || left <= 0 ? rate : `${rate}, at most ${formatDuration(left)} left`}
      words="goes on when you leave this page"
      value={allRows === null ? null : readRows}
      max={allRows ?? 1}
      isCancelling={view.isBusy}
      onCancel={() => void view.cancel(newest.agreement)}
    />
  )
}
