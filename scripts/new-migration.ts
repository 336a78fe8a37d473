import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { diffMigrationsWithSchema } from '@/lib/platform/server/migrations'
import { listMigrationFolders, migrationsFolder } from '@/lib/platform/server/pending-migrations'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { startTemporaryPostgres } from '@/lib/platform/server/temporary-postgres'

const usage = `Writes the next migration: the SQL that changes the database of prisma/migrations into that of prisma/schema.

  npm run -s migration:new -- add_rounds           creates a migration; the current time (UTC) becomes part of its name
  npm run -s migration:new -- --replace first      writes an existing migration again, as the step from those before it;
                                                   only if no database that you want to keep has it
`
const namePattern = /^(\d{14}_)?[a-z][a-z0-9_]*$/

/** `20261121093000`, in UTC, so that names sort by time. */
function formatStamp(now: Date): string {
  return now.toISOString().replace(/\D/g, '').slice(0, 14)
}

/** The folder to write: an existing one when replacing, else a new one. */
function chooseFolder(name: string, isReplacing: boolean): string {
  const matches = listMigrationFolders().filter(
    (folder) => folder === name || folder.slice(15) === name,
  )
  const [folder, secondMatch] = matches
  if (isReplacing && folder !== undefined && secondMatch === undefined) return folder
  if (isReplacing || folder !== undefined)
    throw new Error(
      `Migrations named ${name}: ${matches.join(', ') || 'none'}. Nothing was written. ` +
        (isReplacing ? 'Give the full name of one.' : 'Choose another name, or --replace it.'),
    )
  return /^\d{14}_/.test(name) ? name : `${formatStamp(new Date())}_${name}`
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { replace: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [name, ...extraArguments] = positionals
  if (name === undefined || extraArguments.length > 0 || !namePattern.test(name)) {
    console.error(usage)
    process.exitCode = 2
    return
  }
  const folder = chooseFolder(name, values.replace)
  const server = await startTemporaryPostgres({ settings: { fsync: 'off' } })
  try {
    const earlierFolders = listMigrationFolders().filter((folderName) => folderName < folder)
    const sql = await diffMigrationsWithSchema(server.url('postgres'), earlierFolders)
    if (sql === null) {
      console.error('prisma/migrations already matches prisma/schema. Nothing was written.')
      return
    }
    const path = join(migrationsFolder, folder, 'migration.sql')
    mkdirSync(join(migrationsFolder, folder), { recursive: true })
    writeFileSync(path, `${sql.trim()}\n`)
    console.log(relative(repositoryRoot, path))
    const remainingSql = await diffMigrationsWithSchema(server.url('postgres'))
    if (remainingSql !== null) {
      console.error(`The migrations still differ from prisma/schema:\n${remainingSql}`)
      process.exitCode = 1
    }
  } finally {
    await server.stop()
  }
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
