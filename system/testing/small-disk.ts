import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EmbeddedPostgres } from '@/lib/platform/server/embedded-postgres'

export interface SmallDisk {
  /** Where a tablespace can be. */
  folder: string
  fill(): void
  free(): void
  stop(): void
}

const megabytes = 48

/** A disk that can be full, which PostgreSQL may write to. Null where this process may not mount one: only root on Linux may. */
export function mountSmallDisk({ folder: postgres }: EmbeddedPostgres): SmallDisk | null {
  const place = mkdtempSync(join(tmpdir(), 'stepmark-disk-'))
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', place]
  if (process.platform !== 'linux' || spawnSync('mount', options).status !== 0) {
    rmSync(place, { recursive: true })
    return null
  }
  const folder = join(place, 'space')
  mkdirSync(folder, { mode: 0o700 })
  const { uid, gid } = statSync(join(postgres, 'data'))
  chownSync(folder, uid, gid)
  const ballast = join(place, 'ballast')
  return {
    folder,
    fill: () => {
      const piece = Buffer.alloc(64 * 1024)
      try {
        for (;;) writeFileSync(ballast, piece, { flag: 'a' })
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    free: () => rmSync(ballast, { force: true }),
    stop: () => {
      spawnSync('umount', ['-l', place])
      rmSync(place, { recursive: true, force: true })
    },
  }
}
