import { Button, ButtonLink } from '@/components/ui/button'
import type { ImportState } from './use-import'

/** What may be done about an import besides the import itself. */
export function ImportActions({
  kind,
  slug,
  onLeave,
  onChoose,
}: {
  kind: ImportState['kind']
  slug: string
  onLeave: () => void
  onChoose: () => void
}) {
  if (kind === 'sending') return null
  return (
    <>
      <Button onClick={onLeave}>Back to the data</Button>
      <Button onClick={onChoose}>Other file</Button>
      {kind === 'done' && (
        <ButtonLink href={`/projects/${slug}/label`} tone="primary">
          Label
        </ButtonLink>
      )}
    </>
  )
}
