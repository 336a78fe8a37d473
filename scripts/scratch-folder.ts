import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProcessAlive } from '@/lib/platform/server/is-process-alive'

const prefix = 'stepmark-tests-'
/** On Linux, files here are kept in memory. */
const memoryFolder = '/dev/shm'
const bytesPerGiB = 1024 ** 3

function hasSpace(folder: string, bytes: number): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return Math.min(bavail * bsize, freemem()) >= bytes
  } catch {
    return false
  }
}

/** Deletes what killed runs left behind: it would fill the memory. */
function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = Number(/^stepmark-tests-(\d+)-/.exec(name)?.[1])
    if (pid && !isProcessAlive(pid)) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

/**
 * Makes a folder for the temporary files of tests, in memory if `gibibytes` are free there. Tests create and drop
 * hundreds of databases of a thousand files each, which costs ext4 more than PostgreSQL's own work.
 */
export function makeScratchFolder(gibibytes: number): string {
  const parent = hasSpace(memoryFolder, gibibytes * bytesPerGiB) ? memoryFolder : tmpdir()
  removeLeftovers(parent)
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`))
  chmodSync(folder, 0o755) // root's PostgreSQL runs as another user
  return folder
}
