import type { TestProject } from 'vitest/node'
import { applyMigrations } from '@/lib/platform/server/migrations'
import { usePgClient } from '@/lib/platform/server/pg-client'
import { startTemporaryPostgres } from '@/lib/platform/server/temporary-postgres'
import { buildOnce } from '@/scripts/build-once'
import { discardPostgres } from './postgres-processes'

/** The PostgreSQL server that test files share. Those that break PostgreSQL start their own. */
export interface SharedPostgres {
  /** For the role that may create databases. */
  url: string
  /** A migrated, empty database to clone. */
  template: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    sharedPostgres: SharedPostgres
  }
}

const template = 'stepmark_template'
/** Two files at once run up to six web processes, each with about 30 connections. */
const maxConnections = 300

/** All of these tests start the production build. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildOnce()
  const server = await startTemporaryPostgres({ settings: { max_connections: maxConnections } })
  const url = server.url('postgres')
  await usePgClient(url, (client) => client.query(`create database ${template}`))
  await applyMigrations(server.url(template))
  project.provide('sharedPostgres', { url, template })
  return () => discardPostgres(server)
}
