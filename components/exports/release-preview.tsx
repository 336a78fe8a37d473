import { joinClasses } from '@/components/ui/join-classes'
import { WarningList } from '@/components/ui/warning-list'
import { describeReleasePreview } from './describe-release'
import type { ReleaseOptions } from './release'
import type { ReleasePreviewState } from './use-release-preview'

/** What the release would contain, with warnings. */
export function ReleasePreview({
  view,
  consensus,
}: {
  view: ReleasePreviewState
  consensus: ReleaseOptions['consensus']
}) {
  const { preview, failure, isCounting } = view
  return (
    <div aria-live="polite" className="grid gap-2">
      <p className={joinClasses('min-h-6', isCounting ? 'text-ink-3' : 'text-ink-2')}>
        {failure ??
          (preview ? describeReleasePreview(preview, consensus) : isCounting && 'Counting…')}
      </p>
      {preview && <WarningList warnings={preview.warnings} />}
    </div>
  )
}
