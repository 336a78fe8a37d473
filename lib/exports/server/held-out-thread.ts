import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '@/lib/platform/errors'
import { readHeldOutFile } from './read-held-out-file'
import type { HeldOutThreadReply } from './read-held-out-in-thread'

// The thread of read-held-out-in-thread.ts: reads one list, replies and ends.
async function readList(): Promise<HeldOutThreadReply> {
  try {
    return { ok: true, file: await readHeldOutFile(workerData as Uint8Array) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code, message, details } = error
    return { ok: false, code, message, details }
  }
}

const reply = await readList()
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is a worker thread: it has no origin, and no one else can hear
parentPort?.postMessage(reply)
