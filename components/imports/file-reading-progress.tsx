import { JobProgress } from '@/components/jobs/job-progress'
import { getFileRecordNoun } from '@/lib/imports/get-file-record-noun'
import { formatCount, formatDuration, formatQuantity } from '@/lib/platform/format'
import type { ImportView } from './use-import'

/** Progress of the server reading the file: records, rate and time left. */
export function FileReadingProgress({ view }: { view: ImportView }) {
  const { reply, findings, linesPerSecond, bytesPerSecond } = view
  const noun = getFileRecordNoun(findings ?? reply)
  // Known if the file was checked before.
  const totalLines = findings?.lines ?? null
  const { readBytes, readLines, receivedBytes, state } = reply
  const isRead = readBytes >= receivedBytes
  const secondsLeft =
    bytesPerSecond && !isRead ? (receivedBytes - readBytes) / bytesPerSecond : null
  const rateTexts = [
    linesPerSecond && !isRead
      ? `${formatQuantity(Math.round(linesPerSecond), noun)} per second`
      : null,
    secondsLeft === null ? null : `${formatDuration(secondsLeft)} left`,
  ]
  return (
    <JobProgress
      job={reply}
      label="Import progress"
      barLabel="Bytes read"
      progressLabel={
        readBytes === 0
          ? 'Waiting for other imports'
          : totalLines !== null && totalLines >= readLines
            ? `${formatCount(readLines)} of ${formatQuantity(totalLines, noun)}`
            : formatQuantity(readLines, noun)
      }
      rateLabel={rateTexts.filter((part) => part !== null).join(', ')}
      note={describeNote(isRead, state === 'checking')}
      value={readBytes}
      max={receivedBytes}
      isCancelling={view.isBusy}
      onCancel={view.cancel}
    />
  )
}

function describeNote(isRead: boolean, isDryRun: boolean): string {
  if (isDryRun) return 'Nothing is imported yet'
  return isRead ? 'Saving' : 'Continues if you leave this page'
}
