import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { LinkButton } from '@/components/ui/link-button'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { callApi } from '@/lib/client/call-api'
import { describeCallError } from '@/lib/client/describe-call-error'
import type { retireScorerContract } from '@/lib/scoring/contract'
import type { ModelServer } from './scorer'

/** Retires a server after an inline confirmation. This can't be undone. */
export function RetireModelServerButton({ slug, server }: { slug: string; server: ModelServer }) {
  const router = useRouter()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function retire() {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      await callApi<typeof retireScorerContract>(
        { method: 'post', path: '/projects/{project}/scorers/{scorer}/retire' },
        { project: slug, scorer: server.scorer },
      )
      router.refresh()
    } catch (error) {
      setFailure(describeCallError(error))
    } finally {
      setBusy(false)
    }
  }

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
      <OutcomeNotice outcome={failure === null ? null : { kind: 'error', message: failure }} />
    </div>
  )
}
