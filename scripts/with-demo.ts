import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DemoAccount } from '@/prisma/seed/demo'
import { buildIfOutdated } from './build-if-outdated'
import { openDemoDatabase } from './demo-database'
import { startWebServer } from './start-server'

const secretBytes = 48

export interface RunningDemo {
  url: string
  databaseUrl: string
  accounts: readonly DemoAccount[]
  /** The server's output so far. */
  logFile: string
}

interface DemoOptions {
  /** For the server. */
  env?: Readonly<Record<string, string>>
}

/** Serves the production build with demo data from a temporary folder while `use` runs. */
export async function withDemo(
  use: (demo: RunningDemo) => Promise<void>,
  { env = {} }: DemoOptions = {},
): Promise<void> {
  // Ignore the user's own database: it must not be filled with demo data.
  delete process.env.DATABASE_URL
  const home = mkdtempSync(join(tmpdir(), 'stepmark-demo-'))
  chmodSync(home, 0o755) // root's PostgreSQL runs as another user; secrets inside are protected
  try {
    const database = await openDemoDatabase(home, false)
    try {
      const { seedDemo } = await import('@/prisma/seed/demo')
      const { accounts } = await seedDemo(database.url)
      await buildIfOutdated()
      const logFile = join(home, 'web.log')
      const server = await startWebServer({
        databaseUrl: database.url,
        port: 0,
        secret: randomBytes(secretBytes).toString('base64'),
        mode: 'start',
        logFile,
        env,
      })
      try {
        await use({ url: server.url, databaseUrl: database.url, accounts: accounts ?? [], logFile })
      } finally {
        await server.stop()
      }
    } finally {
      await database.stop()
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
