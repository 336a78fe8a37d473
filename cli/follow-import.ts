import { getFileRecordNoun } from '@/lib/imports/get-file-record-noun'
import { formatCount, formatQuantity } from '@/lib/platform/format'
import { getImport, type ImportContext, type ImportReport } from './import-requests'
import { pollJobUntilEnded } from './poll'
import type { ProgressState } from './progress'

export const isImportInProgress = ({ state }: ImportReport) =>
  state === 'checking' || state === 'running'

/** Polls until the import has ended and shows its progress. */
export const followImport = (
  context: ImportContext,
  startedImport: ImportReport,
): Promise<ImportReport> =>
  pollJobUntilEnded(startedImport, {
    terminal: context.terminal,
    label: startedImport.state === 'checking' ? 'checking' : 'importing',
    isRunning: isImportInProgress,
    describeProgress,
    read: () => getImport(context, startedImport.import),
    signal: context.signal,
  })

function describeProgress(report: ImportReport, seconds: number): ProgressState {
  const { readBytes, readLines, receivedBytes } = report
  const rate = Math.round(readLines / seconds)
  const lines = `${formatQuantity(readLines, getFileRecordNoun(report))}${rate > 0 ? ` (${formatCount(rate)} per second)` : ''}`
  return {
    done: readBytes,
    total: receivedBytes,
    detail: readLines > 0 ? lines : 'waiting to start',
  }
}
