import type { TestProject } from 'vitest/node'
import { createTemplateDatabase } from '@/lib/maintenance/testing/global-database'
import { startTemporaryPostgres } from '@/lib/platform/server/temporary-postgres'
import { buildIfOutdated } from '@/scripts/build-if-outdated'
import { killAndRemovePostgres } from './postgres-processes'

/** Two files at once run up to six web processes, each with about 30 connections. */
const maxConnections = 300

/** The production build, and the PostgreSQL server that test files share. Those that break PostgreSQL start their own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildIfOutdated()
  const server = await startTemporaryPostgres({ settings: { max_connections: maxConnections } })
  project.provide('testServer', await createTemplateDatabase(server))
  return () => killAndRemovePostgres(server)
}
