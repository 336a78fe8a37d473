'use client'

import { useState, useSyncExternalStore } from 'react'
import { describePollError, jobPollTiming } from '@/components/jobs/describe-poll-error'
import { addCountSample, type CountSample, computeRate } from '@/components/ui/compute-rate'
import { usePolling } from '@/components/ui/use-polling'
import { callApi } from '@/lib/client/call-api'
import { describeCallError } from '@/lib/client/describe-call-error'
import {
  findUpload,
  stopUpload,
  type ImportUpload,
  watchUploads,
} from '@/lib/client/running-uploads'
import {
  hasFindings,
  isImportInProgress,
  isReadingFile,
  getFileReadOptions,
  type ImportOptions,
  type ImportReply,
  type FileReadOptions,
} from './import-reply'

export interface ImportView {
  /** The server's last reply. */
  reply: ImportReply
  /** This tab’s upload for the import; null if there is none. */
  upload: ImportUpload | null
  /** The result of the last check, which stays while the file is checked again with other options. */
  findings: ImportReply | null
  /** Options of the requested or running check, otherwise of the last one. */
  readOptions: FileReadOptions
  /** Why the last action failed, or the server can't be reached. */
  failure: string | null
  /** An action is in progress. */
  isBusy: boolean
  /** Recent reading rate, or the average since reading began if this page has not measured it yet. */
  linesPerSecond: number | null
  bytesPerSecond: number | null
  /** Checks the file again without importing it. If a check is running, starts after it. */
  check(options: FileReadOptions): void
  /** Imports the file with the options of the last check. */
  importNow(onInvalidLines: ImportOptions['onInvalidLines']): void
  cancel(): void
}

/** Follows an import: polls it every second while it changes and the page is visible. */
export function useImport(slug: string, initial: ImportReply): ImportView {
  const [reply, setReply] = useState(initial)
  const [findings, setFindings] = useState(hasFindings(initial.state) ? initial : null)
  const [nextCheck, setNextCheck] = useState<{
    options: FileReadOptions
    mustWait: boolean
  } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [lineSamples, setLineSamples] = useState<readonly CountSample[]>([])
  const [byteSamples, setByteSamples] = useState<readonly CountSample[]>([])
  const [averageRates, setAverageRates] = useState(noRate)
  const id = initial.import
  const upload = useSyncExternalStore(
    watchUploads,
    () => findUpload(id),
    () => null,
  )

  function applyReply(newReply: ImportReply) {
    setReply(newReply)
    setLineSamples((samples) => addCountSample(samples, newReply.readLines))
    setByteSamples((samples) => addCountSample(samples, newReply.readBytes))
    setAverageRates(computeAverageRates(newReply))
    setFailure(null)
    if (hasFindings(newReply.state)) setFindings(newReply)
    if (newReply.state === 'checking') return
    setNextCheck(null)
    if (nextCheck?.mustWait) start({ ...nextCheck.options, onInvalidLines: 'skip' }, true)
  }
  const [polledUpload, setPolledUpload] = useState<ImportUpload | null | undefined>()
  // Polls once at the start, for a page restored from the browser's memory, and once after each
  // upload, because the server then checks the file.
  const needsPoll =
    polledUpload === undefined || (upload?.state === 'sent' && polledUpload !== upload)
  usePolling(
    async (signal) => {
      try {
        const newReply = await callApi(
          'get /projects/{project}/imports/{import}',
          { project: slug, import: id },
          { signal },
        )
        if (signal.aborted) return
        applyReply(newReply)
        setPolledUpload(upload)
      } catch (error) {
        // The upload shows its own error.
        if (!signal.aborted && upload?.state !== 'sending')
          setFailure(describePollError(error, 'The import continues'))
      }
    },
    {
      isNeeded: isImportInProgress(reply.state) || needsPoll,
      isMutating: isBusy,
      key: `${reply.state} ${upload?.state}`,
      ...jobPollTiming,
    },
  )

  async function perform(action: () => Promise<ImportReply>) {
    if (isBusy) return
    setBusy(true)
    try {
      applyReply(await action())
    } catch (error) {
      setFailure(describeCallError(error))
      setNextCheck(null)
    } finally {
      setBusy(false)
    }
  }

  function start(options: Omit<ImportOptions, 'dryRun'>, dryRun: boolean) {
    void perform(() =>
      callApi('post /projects/{project}/imports/{import}/start', {
        project: slug,
        import: id,
        ...options,
        dryRun,
      }),
    )
  }

  function check(options: FileReadOptions) {
    const mustWait = isBusy || reply.state === 'checking'
    setNextCheck({ options, mustWait })
    if (!mustWait) start({ ...options, onInvalidLines: 'skip' }, true)
  }

  return {
    reply,
    upload,
    findings,
    readOptions: nextCheck?.options ?? getFileReadOptions(reply),
    failure,
    isBusy,
    linesPerSecond: computeRate(lineSamples) ?? averageRates.lines,
    bytesPerSecond: computeRate(byteSamples) ?? averageRates.bytes,
    check,
    importNow: (onInvalidLines) => start({ ...getFileReadOptions(reply), onInvalidLines }, false),
    cancel: () =>
      void perform(() => {
        stopUpload(id)
        return callApi('post /projects/{project}/imports/{import}/cancel', {
          project: slug,
          import: id,
        })
      }),
  }
}

type Rates = Record<'lines' | 'bytes', number | null>
const noRate: Rates = { lines: null, bytes: null }

/** Rate since reading began, for a page opened meanwhile. */
function computeAverageRates({ state, startedAt, readLines, readBytes }: ImportReply): Rates {
  const seconds = startedAt === null ? 0 : (Date.now() - Date.parse(startedAt)) / 1_000
  if (!isReadingFile(state) || seconds < 1 || readBytes === 0) return noRate
  return { lines: readLines / seconds, bytes: readBytes / seconds }
}
