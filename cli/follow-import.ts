import { formatCount, formatNoun } from '@/lib/platform/format'
import { getImport, type ImportCalls, type ImportReport } from './import-calls'
import { pauseFor } from './keep-trying'
import { Progress } from './progress'

const firstPauseMs = 50
const longestPauseMs = 1_000

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
    let report = started
    for (let pauseMs = firstPauseMs; isUnderWay(report); pauseMs *= 1.5) {
      await pauseFor(Math.min(pauseMs, longestPauseMs), calls.signal)
      report = await getImport(calls, started.import)
      if (isUnderWay(report)) tell(progress, report)
    }
    return report
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
    beside: readLines > 0 ? lines : 'waits for its turn',
  })
}
