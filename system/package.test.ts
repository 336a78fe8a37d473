import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '@/lib/platform/server/free-port'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { stopChildWithParent } from '@/lib/platform/server/stop-child-with-parent'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { createTestDatabase } from '@/lib/platform/testing/test-database'
import packageJson from '@/package.json' with { type: 'json' }
import { packFolder } from '@/scripts/pack-folder'
import { stagePackage } from '@/scripts/stage-package'

const execute = promisify(execFile)

interface Manifest {
  bin: { stepmark: string }
  dependencies: Record<string, string>
}

let folder: string
let manifest: Manifest
const getPackageFolder = () => join(folder, 'node_modules', 'stepmark')

/** Links the dependencies that npm would install. Node resolves theirs in this repository. */
function linkDependencies(names: readonly string[]): void {
  for (const name of names) {
    const [from, to] = ['node_modules', join(folder, 'node_modules')]
    const source = join(repositoryRoot, from, name)
    mkdirSync(dirname(join(to, name)), { recursive: true })
    symlinkSync(source, join(to, name), 'junction')
  }
}

/** Installs the package like npm, next to its dependencies and nothing else. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stepmark-package-'))
  if (isFullTestRun) {
    const stagedFolder = join(folder, 'staged')
    await stagePackage(stagedFolder)
    const archive = await packFolder(stagedFolder, folder)
    mkdirSync(getPackageFolder(), { recursive: true })
    await execute('tar', ['-xzf', archive, '-C', getPackageFolder(), '--strip-components=1'])
  } else await stagePackage(getPackageFolder())
  manifest = JSON.parse(readFileSync(join(getPackageFolder(), 'package.json'), 'utf8')) as Manifest
  linkDependencies(Object.keys(manifest.dependencies))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const getProgram = () => join(getPackageFolder(), manifest.bin.stepmark)
/** An environment without this repository's variables. */
const makeEnv = (env: Record<string, string> = {}) => ({
  NODE_ENV: 'production' as const,
  PATH: process.env.PATH ?? '',
  HOME: folder,
  TMPDIR: tmpdir(),
  ...env,
})
const runStepmark = (args: readonly string[], env: Record<string, string> = {}) =>
  execute(process.execPath, [getProgram(), ...args], {
    cwd: folder,
    env: makeEnv(env),
    maxBuffer: 10_000_000,
  })

test('the installed package prints its version, grades in threads and connects to a database', async () => {
  expect((await runStepmark(['--version'])).stdout.trim()).toBe(packageJson.version)

  const pairs = Array.from({ length: 600 }, (_, i) => ({
    answer: `\\frac{${i}}{2}`,
    reference: `${i / 2}`,
  }))
  // Computer algebra in a separate thread.
  const integralPair = { answer: '\\int_0^2 x^2\\,dx', reference: '\\frac{8}{3}' }
  const file = join(folder, 'pairs.jsonl')
  writeFileSync(file, [...pairs, integralPair].map((pair) => JSON.stringify(pair)).join('\n'))
  const { stdout } = await runStepmark(['grade', file])
  const verdicts = stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { verdict: string }).verdict)
  expect(verdicts).toHaveLength(601)
  expect(new Set(verdicts)).toEqual(new Set(['correct']))

  const { url } = await createTestDatabase()
  // The server's settings are missing, so it exits with 1.
  const failure = await runStepmark(['doctor'], { DATABASE_URL: url }).catch(
    (error: unknown) => error,
  )
  expect((failure as { stdout: string }).stdout).toMatch(/migrations +all \d+ applied/)
})

test('the package contains the licences of bundled packages, and no sources, tests or links', () => {
  const entries = readdirSync(getPackageFolder(), { recursive: true, withFileTypes: true })
  expect(entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => name)).toEqual([])
  const ownPaths = entries
    .map(({ parentPath, name }) => join(parentPath, name).slice(getPackageFolder().length))
    .filter((path) => !path.includes('node_modules'))
  expect(ownPaths.filter((path) => /\.tsx?$|(^|\/)testing(\/|$)/.test(path))).toEqual([])
  const licences = readFileSync(
    join(getPackageFolder(), '.next', 'standalone', 'THIRD-PARTY-LICENCES.txt'),
    'utf8',
  )
  for (const name of ['next', 'react', 'zod', 'pg', '@prisma/client'])
    expect(licences).toMatch(new RegExp(`(^|, )${name}@\\d`, 'm'))
})

// Tested in every run by e2e/serve.spec.ts, with the same server, and scripts/demo-database.db.test.ts.
test.runIf(isFullTestRun)(
  'stepmark demo serves pages, scripts and the API, and stops on Ctrl-C',
  async () => {
    const port = await findFreePort(0)
    const child = spawn(process.execPath, [getProgram(), 'demo', '--port', String(port)], {
      cwd: folder,
      env: makeEnv(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    stopChildWithParent(child, 'TERM')
    const exitPromise = once(child, 'exit')
    const errors = text(child.stderr)
    let output = ''
    child.stdout.on('data', (chunk) => (output += String(chunk)))
    await expect
      .poll(() => child.exitCode ?? output, { timeout: 120_000 })
      .toContain('Ctrl-C stops everything')

    const url = `http://127.0.0.1:${port}`
    const page = await (await fetch(`${url}/sign-in`)).text()
    const [script = ''] = /\/_next\/static\/[^"]+\.js/.exec(page) ?? []
    expect((await fetch(url + script)).status).toBe(200)
    const [token = ''] = /smk_\S+/.exec(output) ?? []
    const { stdout } = await runStepmark(['export', '--project', 'demo', '--format', 'stepmark'], {
      STEPMARK_URL: url,
      STEPMARK_TOKEN: token,
    })
    expect(stdout.split('\n').length).toBeGreaterThan(50)

    child.kill('SIGINT')
    expect(await exitPromise, await errors).toEqual([0, null])
    await expect(fetch(`${url}/sign-in`)).rejects.toThrow('fetch failed')
  },
)
