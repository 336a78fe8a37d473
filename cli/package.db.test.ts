import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import packageJson from '@/package.json' with { type: 'json' }
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'

useTestDatabase()

const run = promisify(execFile)

/** The npm that runs these tests, or the one on the path. */
const npm = process.env.npm_execpath?.endsWith('.js')
  ? [process.execPath, process.env.npm_execpath]
  : ['npm']

let folder: string
const installed = () => join(folder, 'node_modules', 'stepmark')

/** Packs the package and installs it next to its dependencies, like npm. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stepmark-package-'))
  const [command, ...prefix] = npm
  const { stdout } = await run(
    command!,
    [...prefix, 'pack', '--ignore-scripts', '--json', '--pack-destination', folder],
    { cwd: repositoryRoot, maxBuffer: 10_000_000 },
  )
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }]
  const modules = join(folder, 'node_modules')
  await mkdir(installed(), { recursive: true })
  await run('tar', ['-xzf', join(folder, filename), '-C', installed(), '--strip-components=1'])
  for (const name of await readdir(join(repositoryRoot, 'node_modules')))
    await symlink(join(repositoryRoot, 'node_modules', name), join(modules, name), 'junction')
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** From another folder and without this repository's environment. */
const stepmark = (args: readonly string[], url = '') =>
  run(process.execPath, [join(installed(), packageJson.bin.stepmark), ...args], {
    cwd: folder,
    env: { NODE_ENV: 'production', PATH: process.env.PATH, DATABASE_URL: url },
    maxBuffer: 10_000_000,
  })

test('the npm package, packed and installed, prints its version, grades in threads and connects to a database', async () => {
  expect((await stepmark(['--version'])).stdout.trim()).toBe(packageJson.version)

  const pairs = Array.from({ length: 600 }, (_, i) => ({
    answer: `\\frac{${i}}{2}`,
    reference: `${i / 2}`,
  }))
  // Computer algebra in a separate thread.
  const last = { answer: '\\int_0^2 x^2\\,dx', reference: '\\frac{8}{3}' }
  const file = join(folder, 'pairs.jsonl')
  await writeFile(file, [...pairs, last].map((pair) => JSON.stringify(pair)).join('\n'))
  const { stdout } = await stepmark(['grade', file])
  const verdicts = stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { verdict: string }).verdict)
  expect(verdicts).toHaveLength(601)
  expect(new Set(verdicts)).toEqual(new Set(['correct']))

  // The server's settings are missing, so it ends with 1.
  const looked = await stepmark(['doctor'], process.env.DATABASE_URL).catch(
    (error: unknown) => error,
  )
  expect((looked as { stdout: string }).stdout).toMatch(/migrations +all \d+ applied/)
}, 120_000)

test('the installed package contains bundles instead of sources and tests', async () => {
  const files = await readdir(installed(), { recursive: true })
  expect(files.filter((name) => /\.tsx?$|(^|\/)testing(\/|$)/.test(name))).toEqual([])
  expect(files).toContain(join('dist', 'main.mjs'))
})
