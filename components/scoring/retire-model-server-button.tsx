import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useAction } from '@/components/shell/use-action'
import { LinkButton } from '@/components/ui/link-button'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { callApi } from '@/lib/client/call-api'
import type { ModelServer } from './scorer'

/** Retires a server after an inline confirmation. This can't be undone. */
export function RetireModelServerButton({ slug, server }: { slug: string; server: ModelServer }) {
  const router = useRouter()
  const [isAsking, setAsking] = useState(false)
  const { isBusy, outcome, runAction } = useAction(() => router.refresh())

  const retire = () =>
    runAction(async () => {
      await callApi('post /projects/{project}/scorers/{scorer}/retire', {
        project: slug,
        scorer: server.scorer,
      })
    })

  return (
    <div>
      {isAsking ? (
        <p className="text-caption text-ink-2">
          This can’t be undone. Its runs are kept.{' '}
          <LinkButton
            aria-label={`Confirm: retire ${server.name}`}
            aria-disabled={isBusy}
            onClick={() => void retire()}
          >
            Retire
          </LinkButton>{' '}
          or <LinkButton onClick={() => setAsking(false)}>cancel</LinkButton>
        </p>
      ) : (
        <LinkButton aria-label={`Retire ${server.name}`} onClick={() => setAsking(true)}>
          Retire
        </LinkButton>
      )}
      <OutcomeNotice outcome={outcome} />
    </div>
  )
}
