import { Button, ButtonLink } from '@/components/ui/button'
import { isOver, isReading, type ImportReply } from './import-reply'

/** What may be done about an import besides the import itself. */
export function ImportActions({
  slug,
  reply,
  isBusy,
  onDiscard,
}: {
  slug: string
  reply: ImportReply
  isBusy: boolean
  onDiscard: () => void
}) {
  const { state, queued } = reply
  const canDiscard = !isOver(state) && !isReading(state) && state !== 'receiving'
  return (
    <>
      {canDiscard && (
        <Button aria-disabled={isBusy} onClick={() => isBusy || onDiscard()}>
          Discard
        </Button>
      )}
      <ButtonLink href={`/projects/${slug}/data`}>
        {isOver(state) || canDiscard ? 'Other file' : 'Back to the data'}
      </ButtonLink>
      {state === 'done' && queued > 0 && (
        <ButtonLink href={`/projects/${slug}/label`} tone="primary">
          Label
        </ButtonLink>
      )}
    </>
  )
}
