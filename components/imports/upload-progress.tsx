import { Button } from '@/components/ui/button'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { ProgressStrip } from '@/components/ui/progress-strip'
import type { ImportUpload } from '@/lib/client/running-uploads'
import { formatBytes, formatDuration } from '@/lib/platform/format'

/** Progress of an upload, or why it stopped. */
export function UploadProgress({
  upload,
  onCancel,
  onRetry,
}: {
  upload: ImportUpload
  onCancel: () => void
  onRetry: () => void
}) {
  const { file, sentBytes, state, error } = upload
  if (state === 'failed')
    return (
      <div className="max-w-abstract pb-12">
        <OutcomeNotice className="pb-4" outcome={{ kind: 'error', message: error }} />
        <div className="flex gap-2">
          <Button tone="primary" onClick={onRetry}>
            Resume upload
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </div>
    )
  return (
    <ProgressStrip
      label="Upload progress"
      barLabel="Bytes sent"
      progressLabel={
        sentBytes >= file.size
          ? `${formatBytes(file.size)} uploaded`
          : `${formatBytes(sentBytes)} of ${formatBytes(file.size)}`
      }
      rateLabel={describeRate(upload)}
      note={<span role="status">{error ?? 'Keep this tab open'}</span>}
      value={sentBytes}
      max={file.size}
      onCancel={onCancel}
    />
  )
}

function describeRate({ sentBytes, file, bytesPerSecond, error }: ImportUpload): string {
  if (!bytesPerSecond || error !== null || sentBytes >= file.size) return ''
  const timeLeft = formatDuration((file.size - sentBytes) / bytesPerSecond)
  return `${formatBytes(bytesPerSecond)} per second, ${timeLeft} left`
}
