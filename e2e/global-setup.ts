import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '@/lib/platform/server/free-port'
import { applyMigrations } from '@/lib/platform/server/migrations'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { startTemporaryPostgres } from '@/lib/platform/server/temporary-postgres'
import { buildIfOutdated } from '@/scripts/build-if-outdated'
import { installBrowserIfMissing } from '@/scripts/find-browser'
import { startWebServer } from '@/scripts/start-server'

const resultsFolder = join(repositoryRoot, 'test-results')
const databaseName = 'stepmark'
const secretBytes = 48
/** The key of a fake model server. No page may contain it. */
export const scorerKey = 'key-that-no-page-shows'

/**
 * Starts a production server on an empty database for all specs. Its log is test-results/web.log.
 *
 * - STEPMARK_E2E_URL, STEPMARK_E2E_DATABASE_URL: the server and its database. The server requires fsync to be on.
 * - STEPMARK_E2E_MODEL_PORT, STEPMARK_E2E_HOOK_PORT, STEPMARK_E2E_SMTP_PORT: local ports that the server may connect to,
 *   for the model server of e2e/scorers.spec.ts, the webhook receiver of e2e/api.spec.ts and the mail server of
 *   e2e/invites.spec.ts.
 * - STEPMARK_E2E_SECRET: signs the session cookies that `signInWithoutForm` of e2e/actions.ts creates.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await installBrowserIfMissing(console.error)
  const postgres = await startTemporaryPostgres()
  try {
    await withPgClient(postgres.url('postgres'), (client) =>
      client.query(`create database ${databaseName}`),
    )
    const databaseUrl = postgres.url(databaseName)
    await applyMigrations(databaseUrl)
    await buildIfOutdated()
    mkdirSync(resultsFolder, { recursive: true })
    const modelPort = await findFreePort(0)
    const hookPort = await findFreePort(0)
    const smtpPort = await findFreePort(0)
    const secret = randomBytes(secretBytes).toString('base64')
    const server = await startWebServer({
      databaseUrl,
      port: 0,
      secret,
      mode: 'start',
      logFile: join(resultsFolder, 'web.log'),
      env: {
        STEPMARK_OUTBOUND_ALLOW: `127.0.0.1:${modelPort},127.0.0.1:${hookPort}`,
        STEPMARK_SMTP_URL: `smtp://127.0.0.1:${smtpPort}?tls=off`,
        STEPMARK_KIT: 'on',
        STEPMARK_MAIL_FROM: 'Stepmark <stepmark@example.org>',
        STEPMARK_SCORER_KEY_E2E: scorerKey,
        STEPMARK_SCORER_KEY_E2E_HOST: `127.0.0.1:${modelPort}`,
      },
    })
    process.env.STEPMARK_E2E_MODEL_PORT = String(modelPort)
    process.env.STEPMARK_E2E_HOOK_PORT = String(hookPort)
    process.env.STEPMARK_E2E_SMTP_PORT = String(smtpPort)
    process.env.STEPMARK_E2E_URL = server.url
    process.env.STEPMARK_E2E_SECRET = secret
    process.env.STEPMARK_E2E_DATABASE_URL = databaseUrl
    return async () => {
      await server.stop()
      await postgres.stop()
    }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}
