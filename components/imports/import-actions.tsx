import { Button, ButtonLink } from '@/components/ui/button'
import { isImportFileDeleted, isReadingFile, type ImportReply } from './import-reply'

/** Actions other than importing: discard, go back, label. */
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
  const canDiscard = !isImportFileDeleted(state) && !isReadingFile(state) && state !== 'receiving'
  return (
    <>
      {canDiscard && (
        <Button aria-disabled={isBusy} onClick={() => isBusy || onDiscard()}>
          Discard
        </Button>
      )}
      <ButtonLink href={`/projects/${slug}/data`}>
        {isImportFileDeleted(state) || canDiscard ? 'Import another file' : 'Back to data'}
      </ButtonLink>
      {state === 'done' && queued > 0 && (
        <ButtonLink href={`/projects/${slug}/label`} tone="primary">
          Start labelling
        </ButtonLink>
      )}
    </>
  )
}
