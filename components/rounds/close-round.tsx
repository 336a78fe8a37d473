'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { useAction } from '@/components/shell/use-action'
import { useShortcuts } from '@/components/shell/use-shortcuts'
import { Button } from '@/components/ui/button'
import { callApi } from '@/lib/client/call-api'

/** Closes the active round, after an inline confirmation that says what will happen. */
export function CloseRoundAction({
  slug,
  round,
  name,
  consequences,
}: {
  slug: string
  round: string
  name: string
  consequences: string
}) {
  const router = useRouter()
  const [isConfirming, setConfirming] = useState(false)
  const { isBusy, outcome, setOutcome, runAction } = useAction(() => router.refresh())
  const cancelButton = useRef<HTMLButtonElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  useShortcuts(isConfirming ? { Escape: cancel } : {})
  useEffect(() => {
    if (isConfirming) cancelButton.current?.focus()
  }, [isConfirming])

  function cancel() {
    setConfirming(false)
    setOutcome(null)
    trigger.current?.focus()
  }

  const close = () =>
    runAction(async () => {
      await callApi('post /projects/{project}/rounds/{round}/close', { project: slug, round })
      setConfirming(false)
    })

  return (
    <div className="relative">
      <Button
        ref={trigger}
        aria-expanded={isConfirming}
        onClick={() => (isConfirming ? cancel() : setConfirming(true))}
      >
        Close round
      </Button>
      {isConfirming && (
        <section
          aria-label={`Close ${name}`}
          className="absolute top-full right-0 z-20 mt-2 grid w-[26rem] max-w-[calc(100vw-2rem)] gap-3 rounded-control border border-line bg-surface p-4 max-desk:right-auto max-desk:left-0"
        >
          <p className="text-strong">
            <b>Close {name}?</b> {consequences}
          </p>
          {outcome && (
            <p role="alert" className="text-negative">
              {outcome.message}
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            <Button tone="primary" aria-disabled={isBusy} onClick={() => void close()}>
              Close {name}
            </Button>
            <Button ref={cancelButton} onClick={cancel}>
              Cancel
            </Button>
          </div>
        </section>
      )}
    </div>
  )
}
