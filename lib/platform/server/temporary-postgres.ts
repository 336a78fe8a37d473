import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded-postgres'

/** A PostgreSQL of its own in a fresh folder, for tests and scratch work. `stop` deletes it. */
export async function startTemporaryPostgres(
  options: Omit<EmbeddedPostgresOptions, 'dataFolder'> = {},
): Promise<EmbeddedPostgres> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'stepmark-postgres-'))
  chmodSync(dataFolder, 0o755) // root's PostgreSQL runs as another user; what is secret inside is closed
  const server = await startEmbeddedPostgres({
    note: () => undefined,
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
