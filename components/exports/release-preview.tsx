import { classes } from '@/components/ui/classes'
import { describePreview } from './describe-release'
import type { ReleaseOptions } from './release'
import type { PreviewView } from './use-preview'
import { Warnings } from '@/components/ui/warnings'

/** What the release would contain, with warnings. */
export function ReleasePreview({
  view,
  consensus,
}: {
  view: PreviewView
  consensus: ReleaseOptions['consensus']
}) {
  const { preview, failure, isCounting } = view
  return (
    <div aria-live="polite" className="grid gap-2">
      <p className={classes('min-h-6', isCounting ? 'text-ink-3' : 'text-ink-2')}>
        {failure ?? (preview ? describePreview(preview, consensus) : isCounting && 'Counting…')}
      </p>
      {preview && <Warnings warnings={preview.warnings} />}
    </div>
  )
}
