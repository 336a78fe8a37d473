import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { PythonUnavailableError } from '@/scripts/python/install-packages'
import { installSchemathesis } from './install'

let folder: string
const path = process.env.PATH

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stepmark-schemathesis-'))
})
afterEach(() => {
  process.env.PATH = path
  rmSync(folder, { recursive: true, force: true })
})

function putPython(script: string): void {
  writeFileSync(join(folder, 'python3'), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, 'python3'), 0o755)
}

test.skipIf(process.platform === 'win32').each([
  ['no Python', ''],
  ['a Python without venv', 'exit 1'],
  ['Python 2', 'echo 2'],
])('the installation reports Schemathesis as unavailable with %s', async (_, script) => {
  if (script !== '') putPython(script)
  process.env.PATH = folder
  await expect(installSchemathesis(join(folder, 'environment'))).rejects.toThrow(
    PythonUnavailableError,
  )
})

test.skipIf(process.platform === 'win32')(
  'the installation fails and is not marked as complete if pip fails',
  async () => {
    putPython(
      `case "$1" in -c) echo 3;; -m) mkdir -p "$3/bin"; printf '#!/bin/sh\\nexit 1\\n' > "$3/bin/python"; chmod +x "$3/bin/python";; esac`,
    )
    process.env.PATH = `${folder}:${path}`
    const environment = join(folder, 'environment')
    await expect(installSchemathesis(environment)).rejects.toThrow('could not be installed')
    expect(existsSync(join(environment, 'stepmark-installed'))).toBe(false)
  },
)

test('requirements.txt pins Schemathesis and every other package in it to an exact version', () => {
  const file = join(repositoryRoot, 'scripts', 'schemathesis', 'requirements.txt')
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  expect(lines.length).toBeGreaterThan(20)
  expect(lines).toContain('schemathesis==4.32.5')
  expect(lines.filter((line) => !/^[\w-]+==\d[\w.]*$/.test(line))).toEqual([])
})
