import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { open, rename, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@/lib/platform/errors'
import { formatBytes } from '@/lib/platform/format'
import { keepTrying } from './keep-trying'
import { Progress } from './progress'
import { readCode, UsageError } from './refusals'
import { downloadFrom, type ReleaseCalls, type ReleaseFile } from './release-calls'
import { showText } from './shell'

/** Names come from the server and become files here: none may lead out of the folder. */
const safeName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

/**
 * Brings a file of a release into a folder. It stands there under its name once it is whole and its SHA-256 is that of
 * the release; until then a `.partial` beside it grows, from where an earlier try broke off. Gives false where it was
 * there already.
 */
export async function downloadFile(
  calls: ReleaseCalls,
  number: number,
  file: ReleaseFile,
  folder: string,
): Promise<boolean> {
  if (!safeName.test(file.name))
    throw new AppError(
      'invalid_input',
      `The server names a file "${showText(file.name)}". Nothing was written: no release has such a name.`,
    )
  const path = join(folder, file.name)
  if (await isFile(path, file)) return false
  const partial = `${path}.partial`
  const progress = new Progress(calls.shell, file.name)
  try {
    await keepTrying(
      calls.shell,
      () => bringRest(calls, { number, file, partial, progress }),
      calls.signal,
    )
  } finally {
    progress.clear()
  }
  if (!(await isFile(partial, file))) {
    await unlink(partial)
    throw new AppError(
      'unavailable',
      `${file.name} did not arrive as the release has it: its SHA-256 is another. It was thrown away; try again.`,
    )
  }
  await rename(partial, path)
  return true
}

/** As `a`, but through no link that somebody put there: it may lead out of the folder. Windows has no such flag. */
const appending =
  constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0)

interface Rest {
  number: number
  file: ReleaseFile
  partial: string
  progress: Progress
}

async function bringRest(calls: ReleaseCalls, rest: Rest): Promise<void> {
  const { number, file, partial, progress } = rest
  const handle = await open(partial, appending).catch((error: unknown) => {
    throw ['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP'].includes(readCode(error) ?? '')
      ? new UsageError(`${partial} cannot be written. Nothing was done.`)
      : error
  })
  try {
    let { size } = await handle.stat()
    if (size > file.bytes) await handle.truncate((size = 0))
    if (size === file.bytes) return
    const response = await downloadFrom(calls, number, file, size)
    if (response.status !== 206) await handle.truncate((size = 0))
    try {
      for await (const chunk of response.body ?? []) {
        await handle.writeFile(chunk)
        size += chunk.length
        progress.show({ done: size, all: file.bytes })
      }
    } catch (error) {
      // A full disk is no broken line.
      if (readCode(error) !== null && !isNetworkCode(readCode(error)!)) throw error
      throw breakOff(file, size)
    }
    if (size < file.bytes) throw breakOff(file, size)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const isNetworkCode = (code: string) => code.startsWith('UND_ERR') || code.startsWith('ECONN')

const breakOff = (file: ReleaseFile, size: number) =>
  new AppError(
    'unavailable',
    `${file.name} broke off after ${formatBytes(size)}. What arrived is kept, and the same command goes on from there.`,
  )

/** Whether this very file stands at a path. */
async function isFile(path: string, { bytes, sha256 }: ReleaseFile): Promise<boolean> {
  const info = await stat(path).catch(() => null)
  if (!info?.isFile() || info.size !== bytes) return false
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex') === sha256
}
