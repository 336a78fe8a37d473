import { existsSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'
import { getBundlePath, findThreadProgram } from '@/lib/platform/server/programs'
import { bundledPrograms, bundleIfOutdated } from './bundle'
import { readRepositoryFile } from './changed/select-tests'
import { listRepositoryFiles } from './git'

/** The sources that product code passes to `findThreadProgram`. */
const listThreadSources = () =>
  listRepositoryFiles()
    .filter((path) => /^(cli|lib)\/.*(?<!\.test)\.ts$/.test(path))
    .flatMap((path) => [...readRepositoryFile(path).matchAll(/findThreadProgram\('([^']+)'\)/g)])
    .map(([, source]) => source!)

const mainPrograms = ['cli/main.ts', 'scripts/packaged-demo.ts']

test('exactly the threads, the command line and its demo are bundled', () => {
  expect(listThreadSources().sort()).toEqual(
    bundledPrograms.filter((source) => !mainPrograms.includes(source)).sort(),
  )
})

test('bundles have different names, and tests run them', () => {
  expect(new Set(bundledPrograms.map((source) => basename(source))).size).toBe(
    bundledPrograms.length,
  )
  for (const source of bundledPrograms) {
    expect(existsSync(getBundlePath(source)), source).toBe(true)
    expect(findThreadProgram(source)).toEqual({ file: getBundlePath(source), execArgv: [] })
  }
})

test('all users can read the bundles', () => {
  expect(statSync(dirname(getBundlePath('cli/main.ts'))).mode & 0o777).toBe(0o755)
})

test('nothing is written while the sources are unchanged', async () => {
  expect(await bundleIfOutdated()).toBe(false)
})
