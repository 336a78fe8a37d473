import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '@/lib/platform/server/embedded-postgres'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { makePostgresBaseBackup } from './make-postgres-base-backup'

const slot = 'replica'

/**
 * A streaming replica of a running server: a copy of its files that follows it. `stop` deletes it.
 */
export async function startReplica(
  primary: EmbeddedPostgres,
  settings: Readonly<Record<string, string | number>> = {},
): Promise<EmbeddedPostgres> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'stepmark-replica-'))
  chmodSync(dataFolder, 0o755) // for root, PostgreSQL runs as another user; secrets inside are protected
  const remove = () => rmSync(dataFolder, { recursive: true, force: true })
  try {
    await withPgClient(primary.superuserUrl, async (client) => {
      // The slot makes the primary keep WAL from now on.
      await client.query('select pg_create_physical_replication_slot($1, true)', [slot])
      await makePostgresBaseBackup(client, primary.folder, dataFolder, 'standby')
    })
    const { port, username, password } = new URL(primary.superuserUrl)
    const server = await startEmbeddedPostgres({
      dataFolder,
      isTemporary: true,
      notify: () => undefined,
      settings: {
        primary_conninfo: `host=127.0.0.1 port=${port} user=${username} password=${password}`,
        primary_slot_name: slot,
        ...settings,
      },
    })
    const stop = async () => {
      await server.stop()
      remove()
    }
    return { ...server, stop }
  } catch (error) {
    remove()
    throw error
  }
}
