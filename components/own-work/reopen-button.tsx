'use client'

import { useRouter } from 'next/navigation'
import { useAction } from '@/components/shell/use-action'
import { Button } from '@/components/ui/button'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { callApi } from '@/lib/client/call-api'

/** Reopens the last submission and opens the labelling screen. */
export function ReopenButton({ slug, annotation }: { slug: string; annotation: string }) {
  const router = useRouter()
  const { isBusy, outcome, runAction } = useAction()

  const reopen = () =>
    runAction(
      async () => {
        await callApi('post /projects/{project}/annotations/{annotation}/reopening', {
          project: slug,
          annotation,
        })
        router.push(`/projects/${slug}/label`)
      },
      { isFinal: true },
    )

  return (
    <>
      <Button aria-disabled={isBusy} onClick={() => void reopen()}>
        Reopen
      </Button>
      <OutcomeNotice outcome={outcome} className="max-w-80 pt-2" />
    </>
  )
}
