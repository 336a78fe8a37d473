'use client'

import { useRouter } from 'next/navigation'
import { useAction } from '@/components/shell/use-action'
import { Button } from '@/components/ui/button'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { callApi } from '@/lib/client/call-api'

/** A sticky bar that confirms the guideline was read and continues to practice or work. */
export function AcknowledgeGuidelineFooter({
  slug,
  version,
  hasFinishedPractice,
}: {
  slug: string
  version: number
  /** Otherwise practice comes next. */
  hasFinishedPractice: boolean
}) {
  const router = useRouter()
  const { isBusy, outcome, runAction } = useAction()

  const acknowledge = () =>
    runAction(
      async () => {
        const { latest } = await callApi('post /projects/{project}/guideline/reading', {
          project: slug,
          version,
        })
        if (latest === version)
          return router.push(`/projects/${slug}/${hasFinishedPractice ? 'label' : 'practice'}`)
        router.replace(`/projects/${slug}/guideline`)
        router.refresh()
        const message = `Version ${latest} was published while you read. Its changes are above.`
        return { kind: 'error' as const, message }
      },
      { isFinal: true },
    )

  return (
    <footer className="sticky bottom-0 z-30 border-t border-rule bg-paper">
      <div className="mx-auto flex min-h-13 max-w-[calc(var(--container-page)+3rem)] items-center gap-x-6 px-6 py-2 max-desk:flex-col max-desk:items-stretch max-desk:px-4">
        <p className="text-ink-2 max-desk:pb-2">Confirm that you have read version {version}.</p>
        <Button tone="primary" aria-disabled={isBusy} onClick={() => void acknowledge()}>
          I have read it
        </Button>
        <OutcomeNotice className="max-desk:pt-2" outcome={outcome} />
      </div>
    </footer>
  )
}
