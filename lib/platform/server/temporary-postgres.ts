import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded-postgres'

/** A separate PostgreSQL in a new folder, for tests and temporary work. `stop` deletes it. */
export async function startTemporaryPostgres(
  options: Omit<EmbeddedPostgresOptions, 'dataFolder'> = {},
): Promise<EmbeddedPostgres> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'stepmark-postgres-'))
  chmodSync(dataFolder, 0o755) // for root, PostgreSQL runs as another user; secrets inside are protected
  const server = await startEmbeddedPostgres({
    notify: () => undefined,
    ...options,
    dataFolder,
    isTemporary: true,
  })
  const stop = async () => {
    await server.stop()
    for (const folder of [server.folder, dataFolder])
      rmSync(folder, { recursive: true, force: true })
  }
  return { ...server, stop }
}
