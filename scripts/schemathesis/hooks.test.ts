import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { httpOperations } from '@/lib/http/server/api'
import { repositoryRoot } from '@/lib/platform/server/repository-root'

test('the operations that the Schemathesis hooks name exist in the API', () => {
  const hooks = readFileSync(join(repositoryRoot, 'scripts', 'schemathesis', 'hooks.py'), 'utf8')
  const names = [...hooks.matchAll(/^ {4}\(?"(\w+)"[:,] /gm)].map((match) => match[1]!)
  expect(names.length).toBeGreaterThan(20)
  const calls = new Set(httpOperations.map(({ contract }) => contract.name))
  expect(names.filter((name) => !calls.has(name))).toEqual([])
})
