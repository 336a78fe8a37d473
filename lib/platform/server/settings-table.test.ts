import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from './repository-root'

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8')

/** Set by Next or the shell, not by users. */
const externalSettings = ['NODE_ENV', 'HOSTNAME', 'PORT', 'NEXT_TELEMETRY_DISABLED']

test('docs/operate.md has a row for exactly the settings in env.ts and setting-rules.ts', () => {
  const code = read('lib/platform/server/env.ts') + read('lib/platform/server/setting-rules.ts')
  const readNames = new Set(
    [...code.matchAll(/\b(?:STEPMARK|NEXTAUTH|OTEL|SMTP|OIDC|AUTH|DATABASE|HF)_[A-Z_]*[A-Z]/g)].map(
      ([name]) => name.replace(/^STEPMARK_SCORER_KEY$/, 'STEPMARK_SCORER_KEY_<NAME>'),
    ),
  )
  for (const [, name] of code.matchAll(/\b(?:process\.env|source)\.([A-Z_]+)/g))
    readNames.add(name!)
  readNames.add('STEPMARK_SCORER_KEY_<NAME>_HOST')
  const rows = [...read('docs/operate.md').matchAll(/^\| `([A-Z_<>]+)` /gm)].map(
    ([, name]) => name!,
  )
  const ownNames = [...readNames].filter((name) => !externalSettings.includes(name))
  expect(rows.sort()).toEqual(ownNames.sort())
})
