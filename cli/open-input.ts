import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { watchBytes } from './progress'
import { readCode, UsageError } from './refusals'
import { say, type Shell } from './shell'

export interface Input {
  /** As it was typed; `-` is standard input. */
  name: string
  /** The last part of its path. */
  fileName: string
  /** Read once, as fast as they are taken; progress is drawn while they are. */
  chunks: AsyncIterable<Uint8Array>
}

const chunkBytes = 256 * 1024

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'you may not read it',
}

/** Opens a file, or standard input where none is named. Throws `UsageError` when it cannot be opened. */
export async function openInput(shell: Shell, file = '-'): Promise<Input> {
  if (file === '-') {
    if (Reflect.get(shell.input, 'isTTY') === true)
      say(shell, 'Reading standard input; end it with Ctrl-D.')
    return { name: '-', fileName: '-', chunks: watchBytes(shell, shell.input, null) }
  }
  try {
    const handle = await open(file)
    const info = await handle.stat()
    if (info.isDirectory()) {
      await handle.close()
      throw new UsageError(`${file} cannot be read: it is a folder. Nothing was done.`)
    }
    const stream = handle.createReadStream({ highWaterMark: chunkBytes })
    const bytes = info.isFile() ? info.size : null
    return { name: file, fileName: basename(file), chunks: watchBytes(shell, stream, bytes) }
  } catch (error) {
    const reason = reasons[readCode(error) ?? '']
    if (reason) throw new UsageError(`${file} cannot be read: ${reason}. Nothing was done.`)
    throw error
  }
}
