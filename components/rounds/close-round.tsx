'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { useShortcuts } from '@/components/shell/use-shortcuts'
import { Button } from '@/components/ui/button'
import { call } from '@/lib/client/call'
import { describeError } from '@/lib/client/read-refusal'
import type { closeRoundContract } from '@/lib/rounds/contract'

/** Closing asks first, in place: the words of what it does stand over the button that does it. */
export function CloseRound({
  slug,
  round,
  name,
  words,
}: {
  slug: string
  round: string
  name: string
  words: string
}) {
  const router = useRouter()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const stay = useRef<HTMLButtonElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  useShortcuts(isAsking ? { Escape: leave } : {})
  useEffect(() => {
    if (isAsking) stay.current?.focus()
  }, [isAsking])

  function leave() {
    setAsking(false)
    setFailure(null)
    trigger.current?.focus()
  }

  async function close() {
    if (isBusy) return
    setBusy(true)
    try {
      await call<typeof closeRoundContract>(
        { method: 'post', path: '/projects/{project}/rounds/{round}/close' },
        { project: slug, round },
      )
      setAsking(false)
      router.refresh()
    } catch (error) {
      setFailure(describeError(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="relative">
      <Button
        ref={trigger}
        aria-expanded={isAsking}
        onClick={() => (isAsking ? leave() : setAsking(true))}
      >
        Close the round
      </Button>
      {isAsking && (
        <section
          aria-label={`Close ${name}`}
          className="absolute top-full right-0 z-20 mt-2 grid w-[26rem] max-w-[calc(100vw-2rem)] gap-3 rounded-control border border-line bg-lit p-4 max-desk:right-auto max-desk:left-0"
        >
          <p className="text-strong">
            <b>Close {name}?</b> {words}
          </p>
          {failure !== null && (
            <p role="alert" className="text-negative">
              {failure}
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            <Button tone="primary" aria-disabled={isBusy} onClick={() => void close()}>
              Close {name}
            </Button>
            <Button ref={stay} onClick={leave}>
              Keep it open
            </Button>
          </div>
        </section>
      )}
    </div>
  )
}
