import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findDemoToken } from '@/prisma/seed/demo'

/**
 * The token for the terminal, kept in a file of the home that only its owner reads: a restart leaves the one that was
 * printed good. Null where there are no demo accounts.
 */
export async function keepDemoToken(databaseUrl: string, home: string): Promise<string | null> {
  const path = join(home, 'token')
  const stored = existsSync(path) ? readFileSync(path, 'utf8').trim() : null
  const token = await findDemoToken(databaseUrl, stored)
  if (token === null || token === stored) return token
  // Made anew, so that it is closed to others whatever the old file was.
  rmSync(path, { force: true })
  writeFileSync(path, `${token}\n`, { mode: 0o600, flag: 'wx' })
  return token
}
