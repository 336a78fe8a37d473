import { rmSync } from 'node:fs'
import { open, rename, stat, unlink } from 'node:fs/promises'
import { readSystemErrorCode, UsageError } from './errors'

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Writes to a temporary file next to `path` and renames it when it is complete and on disk, so that no one reads half a
 * file. Throws `UsageError` if the path can't be a file.
 */
export async function writeFileAtomically(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<void> {
  const info = await stat(path).catch(() => null)
  if (info && !info.isFile())
    throw new UsageError(`${path} is not a regular file. Nothing was written.`)
  const partial = `${path}.${process.pid}.partial`
  const handle = await open(partial, 'wx').catch((error: unknown) => {
    throw readSystemErrorCode(error) === 'ENOENT' || readSystemErrorCode(error) === 'ENOTDIR'
      ? new UsageError(`The folder of ${path} does not exist. Nothing was written.`)
      : error
  })
  const stop = (signal: NodeJS.Signals) => {
    rmSync(partial, { force: true })
    process.kill(process.pid, signal) // the handler is removed, so this ends the process
  }
  for (const signal of stopSignals) process.once(signal, stop)
  try {
    try {
      for await (const chunk of chunks) await handle.writeFile(chunk)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(partial, path)
  } catch (error) {
    await unlink(partial).catch(() => undefined)
    throw error
  } finally {
    for (const signal of stopSignals) process.off(signal, stop)
  }
}
