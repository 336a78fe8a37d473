import type { startImportContract } from '@/lib/imports/contract'
import type { RequestInputOf } from '@/lib/platform/contract'
import { callApi } from './call-api'
import { describeCallError } from './describe-call-error'
import { forgetUploadFile, rememberUploadFile } from './stored-uploads'
import { type ImportFileRole, uploadImportFile } from './upload'

/** How the server reads the file. */
export type ImportReadOptions = Omit<
  RequestInputOf<typeof startImportContract>,
  'project' | 'import' | 'dryRun' | 'onInvalidLines'
>

export interface ImportUpload {
  file: File
  part: ImportFileRole
  state: 'sending' | 'sent' | 'failed'
  sentBytes: number
  /** Null until it is known. */
  bytesPerSecond: number | null
  /** Why the upload pauses or failed. */
  error: string | null
}

interface RunningUpload {
  upload: ImportUpload
  controller: AbortController
}

/** Limits how often listeners are called. */
const notifyEveryMs = 250

/*
 * Uploads of this tab by import. They are kept outside of React because they continue while the user visits other
 * pages.
 */
const runningUploads = new Map<string, RunningUpload>()
const listeners = new Set<() => void>()

export function watchUploads(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The upload of an import in this tab, if any. */
export function findUpload(importId: string): ImportUpload | null {
  return runningUploads.get(importId)?.upload ?? null
}

/** Uploads a file from byte `from`, then starts a dry run of the import. */
export function startUpload(
  target: { project: string; import: string; part: ImportFileRole },
  file: File,
  options: { from?: number; reading?: ImportReadOptions } = {},
): void {
  runningUploads.get(target.import)?.controller.abort()
  const controller = new AbortController()
  const { from = 0, reading = {} } = options
  storeRunningUpload(target.import, {
    controller,
    upload: {
      file,
      part: target.part,
      state: 'sending',
      sentBytes: from,
      bytesPerSecond: null,
      error: null,
    },
  })
  rememberUploadFile(target.import, target.part, file)
  void run(target, controller, from, reading)
}

/** Stops the upload. The server keeps what it has until the import is cancelled. */
export function stopUpload(importId: string): void {
  const current = runningUploads.get(importId)
  if (!current) return
  current.controller.abort()
  runningUploads.delete(importId)
  forgetUploadFile(importId)
  notify()
}

async function run(
  target: { project: string; import: string; part: ImportFileRole },
  controller: AbortController,
  from: number,
  reading: ImportReadOptions,
): Promise<void> {
  const { signal } = controller
  const update = (changedFields: Partial<ImportUpload>) => {
    const current = runningUploads.get(target.import)
    if (current?.controller === controller)
      storeRunningUpload(target.import, {
        controller,
        upload: { ...current.upload, ...changedFields },
      })
  }
  const startedAt = Date.now()
  let notifiedAt = 0
  const file = findUpload(target.import)!.file
  try {
    await uploadImportFile(target, file, {
      from,
      signal,
      onError: (error) => update({ error }),
      onProgress: (sentBytes) => {
        const now = Date.now()
        if (now - notifiedAt < notifyEveryMs && sentBytes < file.size) return
        notifiedAt = now
        const bytesPerSecond = ((sentBytes - from) * 1_000) / Math.max(now - startedAt, 1)
        update({ sentBytes, bytesPerSecond })
      },
    })
    forgetUploadFile(target.import)
    const { project, import: id } = target
    await callApi(
      'post /projects/{project}/imports/{import}/start',
      { project, import: id, ...reading, onInvalidLines: 'skip', dryRun: true },
      { signal },
    )
    update({ state: 'sent', error: null })
  } catch (error) {
    if (!signal.aborted) update({ state: 'failed', error: describeCallError(error) })
  }
}

function storeRunningUpload(importId: string, runningUpload: RunningUpload) {
  runningUploads.set(importId, runningUpload)
  notify()
}

function notify() {
  const isSending = [...runningUploads.values()].some(({ upload }) => upload.state === 'sending')
  if (isSending) window.addEventListener('beforeunload', warnBeforeUnload)
  else window.removeEventListener('beforeunload', warnBeforeUnload)
  for (const listener of listeners) listener()
}

/** Makes the browser ask before it closes a tab that uploads. */
function warnBeforeUnload(event: BeforeUnloadEvent) {
  event.preventDefault()
}
