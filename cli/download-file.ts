import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { open, rename, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@/lib/platform/errors'
import { formatBytes } from '@/lib/platform/format'
import { readSystemErrorCode, UsageError } from './errors'
import { ProgressReporter } from './progress'
import { downloadFromByteOffset, type ReleaseFile } from './release-requests'
import type { ProjectConnection } from './server-connection'
import { sanitiseForTerminal } from './terminal'

/** Names from the server become files here, so none may lead out of the folder. */
const safeName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

/**
 * Downloads a file of a release into a folder. Writes to a `.partial` file, continuing an earlier try, and renames it when
 * it is complete and its SHA-256 matches. Returns false if the file was already there.
 */
export async function downloadFile(
  context: ProjectConnection,
  number: number,
  file: ReleaseFile,
  folder: string,
): Promise<boolean> {
  if (!safeName.test(file.name))
    throw new AppError(
      'invalid_input',
      `The server sent the invalid file name "${sanitiseForTerminal(file.name)}". Nothing was written.`,
    )
  const path = join(folder, file.name)
  if (await matchesFile(path, file)) return false
  const partial = `${path}.partial`
  const progress = new ProgressReporter(context.terminal, file.name)
  try {
    await downloadRemaining(context, { number, file, partial, progress })
  } finally {
    progress.clear()
  }
  if (!(await matchesFile(partial, file))) {
    await unlink(partial)
    throw new AppError(
      'unavailable',
      `${file.name} was damaged in transit: its SHA-256 does not match. The download was discarded. Try again.`,
    )
  }
  await rename(partial, path)
  return true
}

/** Like the mode `a`, but does not follow symbolic links, which could lead out of the folder. Windows has no such flag. */
const appendFlags =
  constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0)

interface PartialDownload {
  number: number
  file: ReleaseFile
  partial: string
  progress: ProgressReporter
}

async function downloadRemaining(
  context: ProjectConnection,
  download: PartialDownload,
): Promise<void> {
  const { number, file, partial, progress } = download
  const handle = await open(partial, appendFlags).catch((error: unknown) => {
    throw ['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP'].includes(readSystemErrorCode(error) ?? '')
      ? new UsageError(`Can’t write ${partial}. Nothing was downloaded.`)
      : error
  })
  try {
    let { size } = await handle.stat()
    if (size > file.bytes) await handle.truncate((size = 0))
    if (size === file.bytes) return
    const write = async (response: Response) => {
      if (response.status !== 206) await handle.truncate((size = 0))
      try {
        for await (const chunk of response.body ?? []) {
          await handle.writeFile(chunk)
          size += chunk.length
          progress.show({ done: size, total: file.bytes })
        }
      } catch (error) {
        // A full disk is not a network error.
        if (readSystemErrorCode(error) !== null && !isNetworkCode(readSystemErrorCode(error)!))
          throw error
        throw makeIncompleteDownloadError(file, size)
      }
      if (size < file.bytes) throw makeIncompleteDownloadError(file, size)
    }
    await downloadFromByteOffset(context, { number, file }, () => size, write)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const isNetworkCode = (code: string) => code.startsWith('UND_ERR') || code.startsWith('ECONN')

const makeIncompleteDownloadError = (file: ReleaseFile, size: number) =>
  new AppError(
    'unavailable',
    `The download of ${file.name} was interrupted after ${formatBytes(size)}. Run the same command again to continue.`,
  )

/** Whether a path has exactly this file. */
async function matchesFile(path: string, { bytes, sha256 }: ReleaseFile): Promise<boolean> {
  const info = await stat(path).catch(() => null)
  if (!info?.isFile() || info.size !== bytes) return false
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex') === sha256
}
