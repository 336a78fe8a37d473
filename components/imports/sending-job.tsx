'use client'

import { useEffect } from 'react'
import { Button } from '@/components/ui/button'
import { formatBytes, formatDuration } from '@/lib/platform/format'
import { ProgressBar } from '@/components/ui/progress-bar'
import type { Purpose, Sending } from './use-import'

/** A file on its way: how much is sent, how fast, how long still. */
export function SendingJob({
  purpose,
  sending,
  onCancel,
}: {
  purpose: Purpose
  sending: Sending
  onCancel: () => void
}) {
  const { sentBytes, allBytes } = sending
  const isSent = sentBytes >= allBytes
  useAskBeforeLeaving(purpose === 'import')
  // Once all is there the server keeps it in one act, which cannot be stopped from here.
  const canCancel = purpose === 'look' || !isSent
  return (
    <section aria-label="Progress of the import" className="pb-10">
      <div className="flex min-h-8 items-center gap-x-5 gap-y-1 pb-3 max-desk:flex-wrap">
        <b>
          {isSent
            ? `All ${formatBytes(allBytes)} sent`
            : `${formatBytes(sentBytes)} of ${formatBytes(allBytes)} sent`}
        </b>
        <span className="text-ink-2">{describeRate(sending)}</span>
        <span className="text-ink-3">{describeRest(purpose, isSent)}</span>
        {canCancel && (
          <Button className="ml-auto" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
      <ProgressBar label="Bytes sent" value={sentBytes} max={allBytes} />
    </section>
  )
}

/** Closing the page would end the import; the browser asks first. */
function useAskBeforeLeaving(isNeeded: boolean) {
  useEffect(() => {
    if (!isNeeded) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isNeeded])
}

function describeRate({ sentBytes, allBytes, secondsGone }: Sending): string {
  // The first second says nothing about the rest.
  if (secondsGone < 1 || sentBytes === 0 || sentBytes >= allBytes) return ''
  const bytesPerSecond = sentBytes / secondsGone
  const left = formatDuration((allBytes - sentBytes) / bytesPerSecond)
  return `${formatBytes(bytesPerSecond)} a second, ${left} left`
}

function describeRest(purpose: Purpose, isSent: boolean): string {
  if (purpose === 'look') return 'only read, nothing is kept'
  return isSent ? 'the server is keeping it' : 'stay on this page until it is done'
}
