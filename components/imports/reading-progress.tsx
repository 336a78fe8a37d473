import { ProgressStrip } from '@/components/ui/progress-strip'
import { formatCount, formatDuration, formatNoun } from '@/lib/platform/format'
import type { ImportView } from './use-import'

/** The server reads the file: lines so far, how fast, how long still. */
export function ReadingProgress({ view }: { view: ImportView }) {
  const { reply, findings, linesPerSecond, bytesPerSecond } = view
  // Known from an earlier reading.
  const allLines = findings?.lines ?? null
  const { readBytes, readLines, receivedBytes, state } = reply
  const isRead = readBytes >= receivedBytes
  const left = bytesPerSecond && !isRead ? (receivedBytes - readBytes) / bytesPerSecond : null
  const rate = [
    linesPerSecond && !isRead ? `${formatCount(Math.round(linesPerSecond))} a second` : null,
    left === null ? null : `${formatDuration(left)} left`,
  ]
  return (
    <ProgressStrip
      label="Progress of the import"
      barLabel="Bytes read"
      done={
        readBytes === 0
          ? 'Waits for its turn'
          : allLines !== null && allLines >= readLines
            ? `${formatCount(readLines)} of ${formatNoun(allLines, 'line')}`
            : formatNoun(readLines, 'line')
      }
      rate={rate.filter((part) => part !== null).join(', ')}
      words={describeWork(isRead, state === 'checking')}
      value={readBytes}
      max={receivedBytes}
      isCancelling={view.isBusy}
      onCancel={view.cancel}
    />
  )
}

function describeWork(isRead: boolean, isLook: boolean): string {
  const going = isLook ? 'only read, nothing is kept' : 'goes on when you leave this page'
  if (isRead && !isLook) return 'all is read; the rest of it is being kept'
  return going
}
