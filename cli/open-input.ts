import { createReadStream } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { watchBytes } from './progress'
import { readCode, UsageError } from './refusals'
import { say, type Shell } from './shell'

/** A file that can be read, or standard input. */
export interface Source {
  /** As it was typed; `-` is standard input. */
  name: string
  /** The last part of its path. */
  fileName: string
  /** Null for what comes through a pipe. */
  bytes: number | null
  /** Once, from its beginning. */
  open(): Readable
}

export interface Input {
  name: string
  fileName: string
  /** Read once, as fast as they are taken; progress is drawn while they are. */
  chunks: AsyncIterable<Uint8Array>
}

const chunkBytes = 256 * 1024

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'you may not read it',
}

/** Looks at a file without opening it: what stands in a pipe would be gone. Throws `UsageError` where it cannot be read. */
export async function findSource(shell: Shell, file = '-'): Promise<Source> {
  if (file === '-') {
    if (Reflect.get(shell.input, 'isTTY') === true)
      say(shell, 'Reading standard input; end it with Ctrl-D.')
    return { name: '-', fileName: '-', bytes: null, open: () => shell.input }
  }
  try {
    await access(file, constants.R_OK)
    const info = await stat(file)
    if (info.isDirectory()) throw refuseSource(file, reasons.EISDIR!)
    return {
      name: file,
      fileName: basename(file),
      bytes: info.isFile() ? info.size : null,
      open: () => createReadStream(file, { highWaterMark: chunkBytes }),
    }
  } catch (error) {
    const reason = reasons[readCode(error) ?? '']
    if (reason) throw refuseSource(file, reason)
    throw error
  }
}

export const refuseSource = (file: string, reason: string) =>
  new UsageError(`${file} cannot be read: ${reason}. Nothing was done.`)

/** As `findSource`, to be read at once. */
export async function openInput(shell: Shell, file?: string): Promise<Input> {
  const { name, fileName, bytes, open } = await findSource(shell, file)
  async function* read(): AsyncGenerator<Uint8Array> {
    yield* watchBytes(shell, open() as AsyncIterable<Uint8Array>, bytes)
  }
  return { name, fileName, chunks: read() }
}
