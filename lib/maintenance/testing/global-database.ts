import type { TestProject } from 'vitest/node'
import type { EmbeddedPostgres } from '@/lib/platform/server/embedded-postgres'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { startTemporaryPostgres } from '@/lib/platform/server/temporary-postgres'
import { testProgramFolder, testPrograms } from '@/lib/platform/testing/start-script'
import type { TestPostgresServer } from '@/lib/platform/testing/test-database'
import { writeBundles } from '@/scripts/bundle'
import { migrateTemplateDatabase } from './migrate-template-database'

const template = 'stepmark_template'

interface RunningServer {
  testServer: TestPostgresServer
  stop(): Promise<void>
}

/** Shared by both Vitest projects with database tests, which load separate copies of this module. */
const processGlobals = globalThis as {
  stepmarkTestServer?: { server: Promise<RunningServer>; users: number }
}

/** One temporary PostgreSQL for all database tests. Without fsync, because its data may be lost. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const sharedServer = (processGlobals.stepmarkTestServer ??= { server: start(), users: 0 })
  sharedServer.users += 1
  const { testServer, stop } = await sharedServer.server
  project.provide('testServer', testServer)
  return async () => {
    sharedServer.users -= 1
    if (sharedServer.users > 0) return
    delete processGlobals.stepmarkTestServer
    await stop()
  }
}

async function start(): Promise<RunningServer> {
  await writeBundles(testPrograms, testProgramFolder)
  const server = await startTemporaryPostgres({
    settings: {
      fsync: 'off',
      full_page_writes: 'off',
      autovacuum: 'off',
      // Clients compute the iterations again for each of thousands of connections.
      scram_iterations: 1,
    },
  })
  return { testServer: await createTemplateDatabase(server), stop: () => server.stop() }
}

/** Creates the template database that `createTestDatabase` clones. */
export async function createTemplateDatabase(
  server: EmbeddedPostgres,
): Promise<TestPostgresServer> {
  const url = server.url('postgres')
  await withPgClient(url, (client) => client.query(`create database ${template}`))
  await migrateTemplateDatabase(server.url(template))
  return { url, superuserUrl: server.superuserUrl, template }
}
