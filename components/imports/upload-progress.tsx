import { ProgressStrip } from '@/components/ui/progress-strip'
import { Button } from '@/components/ui/button'
import { Outcome } from '@/components/ui/outcome'
import { formatBytes, formatDuration } from '@/lib/platform/format'
import type { Upload } from '@/lib/client/running-uploads'

/** A file on its way: how much is there, how fast, how long still; or why it stopped. */
export function UploadProgress({
  upload,
  onCancel,
  onRetry,
}: {
  upload: Upload
  onCancel: () => void
  onRetry: () => void
}) {
  const { file, sentBytes, state, trouble } = upload
  if (state === 'failed')
    return (
      <div className="max-w-abstract pb-12">
        <Outcome className="pb-4" outcome={{ kind: 'wrong', words: trouble }} />
        <div className="flex gap-2">
          <Button tone="primary" onClick={onRetry}>
            Go on sending
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </div>
    )
  return (
    <ProgressStrip
      label="Progress of the file"
      barLabel="Bytes sent"
      done={
        sentBytes >= file.size
          ? `All ${formatBytes(file.size)} sent`
          : `${formatBytes(sentBytes)} of ${formatBytes(file.size)} sent`
      }
      rate={describeRate(upload)}
      words={
        <span role="status">
          {trouble ?? 'goes on while you look at other pages here; keep this tab open'}
        </span>
      }
      value={sentBytes}
      max={file.size}
      onCancel={onCancel}
    />
  )
}

function describeRate({ sentBytes, file, bytesPerSecond, trouble }: Upload): string {
  if (!bytesPerSecond || trouble !== null || sentBytes >= file.size) return ''
  const left = formatDuration((file.size - sentBytes) / bytesPerSecond)
  return `${formatBytes(bytesPerSecond)} a second, ${left} left`
}
