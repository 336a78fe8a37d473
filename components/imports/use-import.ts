'use client'

import { useState, useSyncExternalStore } from 'react'
import { addCount, type CountAt, readRate } from '@/components/ui/measure-rate'
import { usePoll } from '@/components/ui/use-poll'
import { call } from '@/lib/client/call'
import { describeError } from '@/lib/client/read-refusal'
import { readUpload, stopUpload, type Upload, watchUploads } from '@/lib/client/running-uploads'
import type {
  cancelImportContract,
  getImportContract,
  startImportContract,
} from '@/lib/imports/contract'
import { AppError } from '@/lib/platform/errors'
import {
  isMoving,
  isReading,
  readReading,
  type ImportOptions,
  type ImportReply,
  type Reading,
} from './import-reply'

/** Small files are read at once: the first look comes soon, later ones every second. */
const firstPollMs = 250
const pollMs = 1_000

export interface ImportView {
  /** As the server said last. */
  reply: ImportReply
  /** What this tab sends. */
  upload: Upload | null
  /** The last findings, which stay while the file is looked at again in another way. */
  findings: ImportReply | null
  /** How it is read, or shall be read next. */
  reading: Reading
  /** Why the last act failed, or the server cannot be asked. */
  failure: string | null
  /** An act is on its way. */
  isBusy: boolean
  /** Of the reading of late; of all of it, until this page has seen it move; null before. */
  linesPerSecond: number | null
  bytesPerSecond: number | null
  /** Has the file read once more, changing nothing; while it is being read, afterwards. */
  look(reading: Reading): void
  /** In earnest, as it was looked at last. */
  importNow(take: ImportOptions['take']): void
  cancel(): void
}

/** An import as it goes on, wherever it goes on: asked for every second while it moves and the page is seen. */
export function useImport(slug: string, given: ImportReply): ImportView {
  const [reply, setReply] = useState(given)
  const [findings, setFindings] = useState(given.state === 'checked' ? given : null)
  const [wanted, setWanted] = useState<{ reading: Reading; mustWait: boolean } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [lines, setLines] = useState<readonly CountAt[]>([])
  const [bytes, setBytes] = useState<readonly CountAt[]>([])
  const [average, setAverage] = useState(noRate)
  const id = given.import
  const upload = useSyncExternalStore(
    watchUploads,
    () => readUpload(id),
    () => null,
  )

  function take(found: ImportReply) {
    setReply(found)
    setLines((seen) => addCount(seen, found.readLines))
    setBytes((seen) => addCount(seen, found.readBytes))
    setAverage(readAverage(found))
    setFailure(null)
    if (found.state === 'checked' || found.state === 'refused') setFindings(found)
    if (found.state === 'checking') return
    setWanted(null)
    if (wanted?.mustWait) start({ ...wanted.reading, take: 'valid-lines' }, true)
  }
  const [asked, setAsked] = useState<Upload | null | undefined>()
  // Once at the beginning, for a page that comes back from the browser's memory; and once after something was sent,
  // which the server then looks at, whatever was known of the import before.
  const isNews = asked === undefined || (upload?.state === 'sent' && asked !== upload)
  usePoll(
    async (signal) => {
      try {
        const found = await call<typeof getImportContract>(
          { method: 'get', path: '/projects/{project}/imports/{import}' },
          { project: slug, import: id },
          { signal },
        )
        if (signal.aborted) return
        take(found)
        setAsked(upload)
      } catch (error) {
        // What is being sent says for itself why it stands still.
        if (!signal.aborted && upload?.state !== 'sending') setFailure(describeSilence(error))
      }
    },
    {
      isNeeded: isMoving(reply.state) || isNews,
      isActing: isBusy,
      key: `${reply.state} ${upload?.state}`,
      everyMs: pollMs,
      firstMs: firstPollMs,
    },
  )

  async function act(run: () => Promise<ImportReply>) {
    if (isBusy) return
    setBusy(true)
    try {
      take(await run())
    } catch (error) {
      setFailure(describeError(error))
      setWanted(null)
    } finally {
      setBusy(false)
    }
  }

  function start(options: Omit<ImportOptions, 'dryRun'>, dryRun: boolean) {
    void act(() =>
      call<typeof startImportContract>(
        { method: 'post', path: '/projects/{project}/imports/{import}/start' },
        { project: slug, import: id, ...options, dryRun },
      ),
    )
  }

  function look(reading: Reading) {
    const mustWait = isBusy || reply.state === 'checking'
    setWanted({ reading, mustWait })
    if (!mustWait) start({ ...reading, take: 'valid-lines' }, true)
  }

  return {
    reply,
    upload,
    findings,
    reading: wanted?.reading ?? readReading(reply),
    failure,
    isBusy,
    linesPerSecond: readRate(lines) ?? average.lines,
    bytesPerSecond: readRate(bytes) ?? average.bytes,
    look,
    importNow: (which) => start({ ...readReading(reply), take: which }, false),
    cancel: () =>
      void act(() => {
        stopUpload(id)
        return call<typeof cancelImportContract>(
          { method: 'post', path: '/projects/{project}/imports/{import}/cancel' },
          { project: slug, import: id },
        )
      }),
  }
}

type Rates = Record<'lines' | 'bytes', number | null>
const noRate: Rates = { lines: null, bytes: null }

/** Since the reading began, for a page that was opened in the midst of it. */
function readAverage({ state, startedAt, readLines, readBytes }: ImportReply): Rates {
  const seconds = startedAt === null ? 0 : (Date.now() - Date.parse(startedAt)) / 1_000
  if (!isReading(state) || seconds < 1 || readBytes === 0) return noRate
  return { lines: readLines / seconds, bytes: readBytes / seconds }
}

function describeSilence(error: unknown): string {
  if (error instanceof AppError && error.code === 'unavailable')
    return 'The server does not answer. What it is at goes on without this page; it is asked again every second.'
  return describeError(error)
}
