import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProcessAlive } from '@/lib/platform/server/is-process-alive'

const bytesPerGiB = 1024 ** 3
/** Memory of the processes of two stages. */
const processGiB = 4
const dayMs = 24 * 60 * 60_000

/** On Linux, files in `memory` are kept in RAM. */
const defaultParents = { memory: '/dev/shm', disk: tmpdir() }

/** Part of names, because containers that share a folder can use the same process ids. */
function readPidNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0'
  } catch {
    return '0' // not Linux: there is only one
  }
}

const makePrefix = () => `stepmark-tests-${readPidNamespace()}-${process.pid}-`

function isLeftover(parent: string, name: string): boolean {
  const [, namespace, pid] = /^stepmark-tests-(\d+)-(\d+)-/.exec(name) ?? []
  if (!pid) return false
  if (namespace === readPidNamespace()) return !isProcessAlive(Number(pid))
  return statSync(join(parent, name)).mtimeMs < Date.now() - dayMs // longer than any run takes
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return [] // no such folder on this system
  }
}

/** Deletes what killed runs left behind, because it would fill the memory. */
function removeLeftovers(parent: string): void {
  for (const name of listNames(parent))
    try {
      if (isLeftover(parent, name)) rmSync(join(parent, name), { recursive: true })
    } catch {
      // It belongs to another user, or another run removes it too.
    }
}

function hasSpace(folder: string, bytes: number): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= bytes && process.availableMemory() >= bytes + processGiB * bytesPerGiB
  } catch {
    return false
  }
}

/**
 * Creates a folder for the temporary files of tests, in memory if `gibibytes` are free there and
 * enough memory is left for the processes. Tests create and drop hundreds of databases of a
 * thousand files each, which costs ext4 more than PostgreSQL's own work.
 */
export function makeScratchFolder(gibibytes: number, { memory, disk } = defaultParents): string {
  for (const parent of [memory, disk]) removeLeftovers(parent)
  const parent = hasSpace(memory, gibibytes * bytesPerGiB) ? memory : disk
  const folder = mkdtempSync(join(parent, makePrefix()))
  chmodSync(folder, 0o755) // root's PostgreSQL runs as another user
  return folder
}
