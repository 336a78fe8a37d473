import { createReadStream } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { readSystemErrorCode, UsageError } from './errors'
import { passThroughWithProgress } from './progress'
import { printMessage, type Terminal } from './terminal'

/** A file that can be read, or standard input. */
export interface InputSource {
  /** As typed; `-` is standard input. */
  name: string
  /** The last part of its path. */
  fileName: string
  /** Null for standard input and pipes. */
  bytes: number | null
  /** Opens it once, from the beginning. */
  open(): Readable
}

export interface OpenedInput {
  name: string
  fileName: string
  /** Can be read once. Shows progress while it is read. */
  chunks: AsyncIterable<Uint8Array>
}

const chunkBytes = 256 * 1024

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'the file does not exist',
  ENOTDIR: 'the file does not exist',
  EISDIR: 'it is a folder',
  EACCES: 'you don’t have permission to read it',
}

/** Checks a file without opening it, so as not to consume a pipe. Throws `UsageError` if it can't be read. */
export async function findInputSource(terminal: Terminal, file = '-'): Promise<InputSource> {
  if (file === '-') {
    if (Reflect.get(terminal.input, 'isTTY') === true)
      printMessage(terminal, 'Reading standard input. Press Ctrl-D to end it.')
    return { name: '-', fileName: '-', bytes: null, open: () => terminal.input }
  }
  try {
    await access(file, constants.R_OK)
    const info = await stat(file)
    if (info.isDirectory()) throw makeInputSourceError(file, reasons.EISDIR!)
    return {
      name: file,
      fileName: basename(file),
      bytes: info.isFile() ? info.size : null,
      open: () => createReadStream(file, { highWaterMark: chunkBytes }),
    }
  } catch (error) {
    const reason = reasons[readSystemErrorCode(error) ?? '']
    if (reason) throw makeInputSourceError(file, reason)
    throw error
  }
}

export const makeInputSourceError = (file: string, reason: string) =>
  new UsageError(`Can’t read ${file}: ${reason}. Nothing was changed.`)

/** Like `findInputSource`, but opens it. */
export async function openInput(terminal: Terminal, file?: string): Promise<OpenedInput> {
  const { name, fileName, bytes, open } = await findInputSource(terminal, file)
  async function* read(): AsyncGenerator<Uint8Array> {
    yield* passThroughWithProgress(terminal, open() as AsyncIterable<Uint8Array>, bytes)
  }
  return { name, fileName, chunks: read() }
}
