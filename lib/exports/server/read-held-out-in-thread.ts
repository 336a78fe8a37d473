import { once } from 'node:events'
import { AppError, type ErrorCode } from '@/lib/platform/errors'
import { findThreadProgram } from '@/lib/platform/server/programs'
import type { HeldOutFile } from './read-held-out-file'

// Next's bundler recognises the import and would look for the thread's file in its bundle.
const { Worker } = process.getBuiltinModule('node:worker_threads')

export type HeldOutThreadReply =
  | { ok: true; file: HeldOutFile }
  | { ok: false; code: ErrorCode; message: string; details: Readonly<Record<string, unknown>> }

/** Enough for half a million hashes and a file of 16 MiB. */
const memory = { maxOldGenerationSizeMb: 512 }

/** Lists in the queue, each of which is in memory. */
const maxWaiting = 3
/** About as long as a large list takes. */
const retryAfterSeconds = 5

// Next can load this module more than once, but the memory belongs to the process.
const holder = globalThis as { stepmarkListReading?: { last: Promise<unknown>; lists: number } }

/**
 * Reads a list in a separate thread, so that no list blocks other requests. Reads one list at a
 * time and queues up to three. Throws `rate_limited` if the queue is full, and the errors of
 * `readHeldOutFile`.
 */
export async function readHeldOutInThread(file: Uint8Array): Promise<HeldOutFile> {
  const reading = (holder.stepmarkListReading ??= { last: Promise.resolve(), lists: 0 })
  if (reading.lists > maxWaiting)
    throw new AppError(
      'rate_limited',
      'Several lists are being read at the moment. Nothing was added. Add this one again in a moment.',
      { retryAfterSeconds },
    )
  reading.lists += 1
  const read = reading.last.then(() => readInThread(file))
  reading.last = read.catch(() => undefined)
  try {
    return await read
  } finally {
    reading.lists -= 1
  }
}

async function readInThread(file: Uint8Array): Promise<HeldOutFile> {
  const { file: program, execArgv } = findThreadProgram('lib/exports/server/held-out-thread.ts')
  const thread = new Worker(program, {
    workerData: file,
    execArgv,
    resourceLimits: memory,
  })
  const exitPromise = once(thread, 'exit').then(() => {
    throw new Error('The thread that reads a list ended without an answer')
  })
  exitPromise.catch(() => undefined)
  try {
    const [reply] = (await Promise.race([once(thread, 'message'), exitPromise])) as [
      HeldOutThreadReply,
    ]
    if (!reply.ok) throw new AppError(reply.code, reply.message, reply.details)
    return toBuffers(reply.file)
  } finally {
    await thread.terminate()
  }
}

/** A Buffer arrives as a plain Uint8Array. */
function toBuffers({ problems, pages, sha256 }: HeldOutFile): HeldOutFile {
  return { problems, pages: pages.map((page) => Buffer.from(page)), sha256: Buffer.from(sha256) }
}
