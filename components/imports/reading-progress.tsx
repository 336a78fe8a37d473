import { ProgressStrip } from '@/components/ui/progress-strip'
import { formatCount, formatDuration, formatNoun } from '@/lib/platform/format'
import type { ImportView } from './use-import'

/** Progress of the server reading the file: lines, rate and time left. */
export function ReadingProgress({ view }: { view: ImportView }) {
  const { reply, findings, linesPerSecond, bytesPerSecond } = view
  // Known from an earlier reading.
  const allLines = findings?.lines ?? null
  const { readBytes, readLines, receivedBytes, state } = reply
  const isRead = readBytes >= receivedBytes
  const secondsLeft =
    bytesPerSecond && !isRead ? (receivedBytes - readBytes) / bytesPerSecond : null
  const rate = [
    linesPerSecond && !isRead ? `${formatCount(Math.round(linesPerSecond))} per second` : null,
    secondsLeft === null ? null : `${formatDuration(secondsLeft)} left`,
  ]
  return (
    <ProgressStrip
      label="Import progress"
      barLabel="Bytes read"
      progressLabel={
        readBytes === 0
          ? 'Waiting for other imports'
          : allLines !== null && allLines >= readLines
            ? `${formatCount(readLines)} of ${formatNoun(allLines, 'line')}`
            : formatNoun(readLines, 'line')
      }
      rateLabel={rate.filter((part) => part !== null).join(', ')}
      note={describeWork(isRead, state === 'checking')}
      value={readBytes}
      max={receivedBytes}
      isCancelling={view.isBusy}
      onCancel={view.cancel}
    />
  )
}

function describeWork(isRead: boolean, isLook: boolean): string {
  const going = isLook ? 'Nothing is imported yet' : 'Continues if you leave this page'
  if (isRead && !isLook) return 'Saving'
  return going
}
