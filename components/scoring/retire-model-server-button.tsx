import { useRouter } from 'next/navigation'
import { useAction } from '@/components/shell/use-action'
import { ConfirmAction } from '@/components/ui/confirm-action'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { callApi } from '@/lib/client/call-api'
import type { ModelServer } from './scorer'

/** Retires a server after a confirmation. This can't be undone. */
export function RetireModelServerButton({ slug, server }: { slug: string; server: ModelServer }) {
  const router = useRouter()
  const { outcome, runAction } = useAction(() => router.refresh())

  const retire = () =>
    runAction(async () => {
      await callApi('post /projects/{project}/scorers/{scorer}/retire', {
        project: slug,
        scorer: server.scorer,
      })
    })

  return (
    <div className="text-caption text-ink-2">
      <ConfirmAction
        label="Retire"
        labelName={`Retire ${server.name}`}
        confirmName={`Confirm: retire ${server.name}`}
        consequence="This can’t be undone. Its runs are kept."
        confirmLabel="Retire"
        onConfirm={() => void retire()}
      />
      <OutcomeNotice outcome={outcome} />
    </div>
  )
}
