import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@/lib/platform/testing/test-database'
import { withPgClient } from './pg-client'
import { repositoryRoot } from './repository-root'

const folder = join(repositoryRoot, 'prisma', 'functions')
const files = readdirSync(folder).sort()

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Definitions of all functions by name and argument types. */
async function readFunctions(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select oid::regprocedure::text as name, pg_get_functiondef(oid) as definition
     from pg_proc where pronamespace = 'public'::regnamespace`,
  )
  return new Map(rows.map(({ name, definition }) => [name, definition]))
}

const getName = (signature: string) => signature.slice(0, signature.indexOf('('))

test('prisma/functions has exactly one file per function', async () => {
  const functions = await withPgClient(database.url, readFunctions)
  expect(files).toEqual([...functions.keys()].map((name) => `${getName(name)}.sql`).sort())
})

test.each(files)('%s begins with a comment and matches the migrations', async (file) => {
  const text = readFileSync(join(folder, file), 'utf8')
  expect(text).toMatch(/^-- [A-Z]/)
  expect(text.match(/^create or replace function /gm)).toHaveLength(1)
  await withPgClient(database.url, async (client) => {
    const migrated = await readFunctions(client)
    await client.query(`begin; ${text}`)
    const defined = await readFunctions(client)
    await client.query('rollback')
    expect(defined).toEqual(migrated)
    expect(text).toContain(`create or replace function ${file.replace('.sql', '(')}`)
  })
})
