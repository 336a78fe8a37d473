import { formatCount, formatQuantity } from '@/lib/platform/format'
import { getImport, type ImportContext, type ImportReport } from './import-requests'
import { pollJobUntilEnded } from './poll'
import { ProgressReporter } from './progress'

export const isImportInProgress = ({ state }: ImportReport) =>
  state === 'checking' || state === 'running'

/** Polls until the import has ended and shows its progress. */
export async function followImport(
  context: ImportContext,
  startedImport: ImportReport,
): Promise<ImportReport> {
  const progress = new ProgressReporter(
    context.terminal,
    startedImport.state === 'checking' ? 'checking' : 'importing',
  )
  try {
    return await pollJobUntilEnded(startedImport, {
      terminal: context.terminal,
      isRunning: isImportInProgress,
      show: (report) => showProgress(progress, report),
      read: () => getImport(context, startedImport.import),
      signal: context.signal,
    })
  } finally {
    progress.clear()
  }
}

function showProgress(progress: ProgressReporter, report: ImportReport): void {
  const { readBytes, readLines, receivedBytes } = report
  const rate = Math.round(readLines / progress.seconds)
  const lines = `${formatQuantity(readLines, 'line')}${rate > 0 ? ` (${formatCount(rate)} per second)` : ''}`
  progress.show({
    done: readBytes,
    total: receivedBytes,
    detail: readLines > 0 ? lines : 'waiting to start',
  })
}
