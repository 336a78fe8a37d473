import { formatCount, formatQuantity } from '@/lib/platform/format'
import { getImport, type ImportContext, type ImportReport } from './import-requests'
import { pollUntilEnded } from './poll'
import { Progress } from './progress'

export const isInProgress = ({ state }: ImportReport) => state === 'checking' || state === 'running'

/** Polls until the import has ended and shows its progress. */
export async function followImport(
  context: ImportContext,
  startedImport: ImportReport,
): Promise<ImportReport> {
  const progress = new Progress(
    context.shell,
    startedImport.state === 'checking' ? 'checking' : 'importing',
  )
  try {
    return await pollUntilEnded(startedImport, {
      shell: context.shell,
      isRunning: isInProgress,
      show: (report) => showProgress(progress, report),
      read: () => getImport(context, startedImport.import),
      signal: context.signal,
    })
  } finally {
    progress.clear()
  }
}

function showProgress(progress: Progress, report: ImportReport): void {
  const { readBytes, readLines, receivedBytes } = report
  const rate = Math.round(readLines / progress.seconds)
  const lines = `${formatQuantity(readLines, 'line')}${rate > 0 ? ` (${formatCount(rate)} per second)` : ''}`
  progress.show({
    done: readBytes,
    all: receivedBytes,
    detail: readLines > 0 ? lines : 'waiting to start',
  })
}
