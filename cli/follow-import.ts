import { formatCount, formatNoun } from '@/lib/platform/format'
import { getImport, type ImportCalls, type ImportReport } from './import-calls'
import { pollToEnd } from './poll'
import { Progress } from './progress'

export const isUnderWay = ({ state }: ImportReport) => state === 'checking' || state === 'running'

/** Asks until the import has ended; draws how far it is. */
export async function followImport(
  calls: ImportCalls,
  started: ImportReport,
): Promise<ImportReport> {
  const progress = new Progress(
    calls.shell,
    started.state === 'checking' ? 'checking' : 'importing',
  )
  try {
    return await pollToEnd(started, {
      isRunning: isUnderWay,
      show: (report) => tell(progress, report),
      read: () => getImport(calls, started.import),
      signal: calls.signal,
    })
  } finally {
    progress.clear()
  }
}

function tell(progress: Progress, report: ImportReport): void {
  const { readBytes, readLines, receivedBytes } = report
  const rate = Math.round(readLines / progress.seconds)
  const lines = `${formatNoun(readLines, 'line')}${rate > 0 ? ` (${formatCount(rate)} a second)` : ''}`
  progress.show({
    done: readBytes,
    all: receivedBytes,
    detail: readLines > 0 ? lines : 'waits for its turn',
  })
}
