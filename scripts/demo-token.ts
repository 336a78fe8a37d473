import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { reuseOrCreateDemoToken } from '@/prisma/seed/demo'

/**
 * The API token of the demo, stored in a file that only its owner can read, so that it survives
 * restarts. Null without demo accounts.
 */
export async function loadOrCreateDemoToken(
  databaseUrl: string,
  home: string,
): Promise<string | null> {
  const path = join(home, 'token')
  const storedText = existsSync(path) ? readFileSync(path, 'utf8').trim() : null
  const token = await reuseOrCreateDemoToken(databaseUrl, storedText)
  if (token === null || token === storedText) return token
  // Created again, so that others can't read it whatever the permissions of the old file.
  rmSync(path, { force: true })
  writeFileSync(path, `${token}\n`, { mode: 0o600, flag: 'wx' })
  return token
}
