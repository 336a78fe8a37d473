import { globSync, readFileSync } from 'node:fs'
import { migrateTemplateDatabase } from '@/lib/maintenance/testing/migrate-template-database'
import { withPgClient } from '@/lib/platform/server/pg-client'
import type { TestPostgresServer } from '@/lib/platform/testing/test-database'

/** Rebuilds the template database that tests clone, from the migrations and functions as they are now. */
export async function rebuildTemplateDatabase({
  url,
  template,
}: TestPostgresServer): Promise<void> {
  await withPgClient(url, async (client) => {
    await client.query(`drop database if exists ${template} with (force)`)
    await client.query(`create database ${template}`)
  })
  const templateUrl = new URL(url)
  templateUrl.pathname = `/${template}`
  await migrateTemplateDatabase(templateUrl.href)
  await withPgClient(templateUrl.href, async (client) => {
    for (const path of globSync('prisma/functions/*.sql'))
      await client.query(readFileSync(path, 'utf8'))
  })
}
