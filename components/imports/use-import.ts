'use client'

import { useEffect, useRef, useState } from 'react'
import { describeError } from '@/lib/client/read-refusal'
import { uploadFile } from '@/lib/client/upload'
import type { runImportContract } from '@/lib/imports/contract'
import { AppError } from '@/lib/platform/errors'
import { readReport, type ImportReport } from './import-report'

/** `look`: read everything, change nothing. */
export type Purpose = 'look' | 'import'

export interface Sending {
  sentBytes: number
  allBytes: number
  secondsGone: number
}

export type ImportState =
  | { kind: 'idle' }
  | { kind: 'sending'; purpose: Purpose; sending: Sending }
  | { kind: 'looked'; report: ImportReport; failure: string | null }
  | { kind: 'done'; report: ImportReport }
  | { kind: 'cancelled' }
  | { kind: 'failed'; words: string }

export interface Choices {
  take: 'all' | 'valid-lines'
  labels: 'keep' | 'leave-out'
}

const cancelled = new Error('cancelled')
/** Numbers that change faster than this cannot be read. */
const tellEveryMs = 250

export interface Job {
  file: File | null
  state: ImportState
  /** Looks at a file. All of it is read, also what stands behind a bad line. */
  look(file: File): void
  start(choices: Choices): void
  cancel(): void
  leave(): void
}

/** One file on its way in: looked at first, then imported. */
export function useImport(slug: string, onDone: () => void): Job {
  const [file, setFile] = useState<File | null>(null)
  const [state, setState] = useState<ImportState>({ kind: 'idle' })
  const running = useRef<AbortController | null>(null)

  useEffect(() => () => running.current?.abort(cancelled), [])

  async function run(sent: File, purpose: Purpose, choices: Choices) {
    running.current?.abort(cancelled)
    const controller = new AbortController()
    running.current = controller
    const tell = tellProgress((sending) => setState({ kind: 'sending', purpose, sending }))
    tell(0, sent.size)
    try {
      const report = await uploadFile<typeof runImportContract>(
        { method: 'post', path: '/projects/{project}/imports' },
        {
          project: slug,
          fileName: sent.name.slice(0, 300),
          ...choices,
          dryRun: `${purpose === 'look'}`,
        },
        { file: sent, onProgress: tell, signal: controller.signal },
      )
      if (purpose === 'look') setState({ kind: 'looked', report, failure: null })
      else {
        setState({ kind: 'done', report })
        onDone()
      }
    } catch (error) {
      // A newer run has the screen already.
      if (running.current === controller) setState(describeFailure(error))
    }
  }

  return {
    file,
    state,
    look(chosen) {
      setFile(chosen)
      void run(chosen, 'look', { take: 'valid-lines', labels: 'keep' })
    },
    start(choices) {
      if (file) void run(file, 'import', choices)
    },
    cancel: () => running.current?.abort(cancelled),
    leave() {
      running.current?.abort(cancelled)
      running.current = null
      setFile(null)
      setState({ kind: 'idle' })
    },
  }
}

function tellProgress(tell: (sending: Sending) => void) {
  const begun = Date.now()
  let told = 0
  return (sentBytes: number, allBytes: number) => {
    const now = Date.now()
    if (now - told < tellEveryMs && sentBytes < allBytes) return
    told = now
    tell({ sentBytes, allBytes, secondsGone: (now - begun) / 1000 })
  }
}

function describeFailure(error: unknown): ImportState {
  if (error === cancelled) return { kind: 'cancelled' }
  const report = error instanceof AppError ? readReport(error.details) : null
  if (report && error instanceof AppError) return { kind: 'looked', report, failure: error.message }
  if (error instanceof AppError && error.code === 'unavailable') {
    const words = `${error.message} If it was changed or moved meanwhile, choose it again. Sending the same file twice doubles nothing.`
    return { kind: 'failed', words }
  }
  return { kind: 'failed', words: describeError(error) }
}
