'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { OutcomeNotice, type OutcomeMessage } from '@/components/ui/outcome-notice'
import { callApi } from '@/lib/client/call-api'
import { describeCallError } from '@/lib/client/describe-call-error'
import type { reopenAnnotationContract } from '@/lib/annotations/contract'

/** Reopens the last submission and opens the labelling screen. */
export function ReopenButton({ slug, annotation }: { slug: string; annotation: string }) {
  const router = useRouter()
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<OutcomeMessage | null>(null)

  async function reopen() {
    if (isBusy) return
    setBusy(true)
    setOutcome(null)
    try {
      await callApi<typeof reopenAnnotationContract>(
        { method: 'post', path: '/projects/{project}/annotations/{annotation}/reopening' },
        { project: slug, annotation },
      )
      router.push(`/projects/${slug}/label`)
    } catch (error) {
      setOutcome({ kind: 'error', message: describeCallError(error) })
      setBusy(false)
    }
  }

  return (
    <>
      <Button aria-disabled={isBusy} onClick={() => void reopen()}>
        Reopen
      </Button>
      <OutcomeNotice outcome={outcome} className="max-w-80 pt-2" />
    </>
  )
}
