import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EmbeddedPostgres } from '@/lib/platform/server/embedded-postgres'

export interface SmallDisk {
  /** For a tablespace. */
  folder: string
  fill(): void
  free(): void
  stop(): void
}

const megabytes = 48

/** Mounts a small disk for PostgreSQL. Null if this process may not mount one: only root on Linux may. */
export function mountSmallDisk({ folder: postgresFolder }: EmbeddedPostgres): SmallDisk | null {
  const mountPoint = mkdtempSync(join(tmpdir(), 'stepmark-disk-'))
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', mountPoint]
  if (process.platform !== 'linux' || spawnSync('mount', options).status !== 0) {
    rmSync(mountPoint, { recursive: true })
    return null
  }
  const folder = join(mountPoint, 'space')
  mkdirSync(folder, { mode: 0o700 })
  const { uid, gid } = statSync(join(postgresFolder, 'data'))
  chownSync(folder, uid, gid)
  const ballast = join(mountPoint, 'ballast')
  return {
    folder,
    fill: () => {
      const block = Buffer.alloc(64 * 1024)
      try {
        for (;;) writeFileSync(ballast, block, { flag: 'a' })
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    free: () => rmSync(ballast, { force: true }),
    stop: () => {
      spawnSync('umount', ['-l', mountPoint])
      rmSync(mountPoint, { recursive: true, force: true })
    },
  }
}
