import type { startImportContract } from '@/lib/imports/contract'
import type { SentInputOf } from '@/lib/platform/contract'
import { call } from './call'
import { forgetUpload, keepUpload } from './kept-uploads'
import { describeError } from './read-refusal'
import { type FilePart, uploadImportFile } from './upload'

/** How a file shall be looked at once it is there. */
export type ReadingOptions = Omit<
  SentInputOf<typeof startImportContract>,
  'project' | 'import' | 'dryRun' | 'take'
>

export interface Upload {
  file: File
  part: FilePart
  state: 'sending' | 'sent' | 'failed'
  sentBytes: number
  /** Of the tries of late, so that a rate can be told; null until there is one. */
  bytesPerSecond: number | null
  /** Why nothing moves for the moment, or why it ended. */
  trouble: string | null
}

interface Running {
  upload: Upload
  controller: AbortController
}

/** Shows no number more often than it can be read. */
const tellEveryMs = 250

/*
 * Files on their way from this tab, by import. They stand outside of all screens, because they go on while the person
 * looks at another page of ours; only closing or reloading the tab ends them.
 */
const running = new Map<string, Running>()
const listeners = new Set<() => void>()

export function watchUploads(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What this tab sends or has sent for an import; null: nothing. */
export function readUpload(importId: string): Upload | null {
  return running.get(importId)?.upload ?? null
}

/** Sends a file from byte `from` on, then has the server look at it: nothing is imported yet. */
export function beginUpload(
  at: { project: string; import: string; part: FilePart },
  file: File,
  options: { from?: number; reading?: ReadingOptions } = {},
): void {
  running.get(at.import)?.controller.abort()
  const controller = new AbortController()
  const { from = 0, reading = {} } = options
  change(at.import, {
    controller,
    upload: {
      file,
      part: at.part,
      state: 'sending',
      sentBytes: from,
      bytesPerSecond: null,
      trouble: null,
    },
  })
  keepUpload(at.import, at.part, file)
  void run(at, controller, from, reading)
}

/** Ends the sending; what the server has stays there until the import is cancelled. */
export function stopUpload(importId: string): void {
  const found = running.get(importId)
  if (!found) return
  found.controller.abort()
  running.delete(importId)
  forgetUpload(importId)
  tell()
}

async function run(
  at: { project: string; import: string; part: FilePart },
  controller: AbortController,
  from: number,
  reading: ReadingOptions,
): Promise<void> {
  const { signal } = controller
  const set = (changed: Partial<Upload>) => {
    const found = running.get(at.import)
    if (found?.controller === controller)
      change(at.import, { controller, upload: { ...found.upload, ...changed } })
  }
  const begun = Date.now()
  let told = 0
  const file = readUpload(at.import)!.file
  try {
    await uploadImportFile(at, file, {
      from,
      signal,
      onTrouble: (trouble) => set({ trouble }),
      onProgress: (sentBytes) => {
        const now = Date.now()
        if (now - told < tellEveryMs && sentBytes < file.size) return
        told = now
        const bytesPerSecond = ((sentBytes - from) * 1_000) / Math.max(now - begun, 1)
        set({ sentBytes, bytesPerSecond })
      },
    })
    forgetUpload(at.import)
    const { project, import: id } = at
    await call<typeof startImportContract>(
      { method: 'post', path: '/projects/{project}/imports/{import}/start' },
      { project, import: id, ...reading, take: 'valid-lines', dryRun: true },
      { signal },
    )
    set({ state: 'sent', trouble: null })
  } catch (error) {
    if (!signal.aborted) set({ state: 'failed', trouble: describeError(error) })
  }
}

function change(importId: string, changed: Running) {
  running.set(importId, changed)
  tell()
}

function tell() {
  const isSending = [...running.values()].some(({ upload }) => upload.state === 'sending')
  if (isSending) window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
  for (const listener of listeners) listener()
}

/** Closing the tab would end what is on its way; the browser asks first. */
function ask(event: BeforeUnloadEvent) {
  event.preventDefault()
}
