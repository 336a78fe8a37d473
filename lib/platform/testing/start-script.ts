import { spawn } from 'node:child_process'
import { basename, join } from 'node:path'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { stopChildWithParent } from '@/lib/platform/server/stop-child-with-parent'

/** Bundled before database tests, because each is started many times. */
export const testPrograms = [
  'lib/exports/server/testing/write-release-process.ts',
  'lib/imports/server/testing/run-import.ts',
  'lib/evaluation/testing/run-evaluation.ts',
  'lib/jobs/testing/hang-on-job.ts',
  'lib/answers/testing/run-regrade.ts',
  'lib/rounds/testing/run-round-job.ts',
  'lib/scoring/server/testing/score-run-process.ts',
  'lib/worker/testing/serve-like-web.ts',
] as const

/** Where the database tests' global setup writes the bundles of `testPrograms`. */
export const testProgramFolder = join(repositoryRoot, 'test-results', 'programs')

interface ScriptOptions {
  /** Its first argument, as JSON. */
  payload?: unknown
  env?: Readonly<Record<string, string>>
}

/** Runs a test program in a child process that ends with this one. Its standard output is piped. */
export function startScriptProcess(
  program: (typeof testPrograms)[number],
  { payload, env = {} }: ScriptOptions = {},
) {
  const argument = payload === undefined ? [] : [JSON.stringify(payload)]
  const bundle = join(testProgramFolder, `${basename(program, '.ts')}.mjs`)
  const child = spawn(process.execPath, [bundle, ...argument], {
    cwd: repositoryRoot,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  stopChildWithParent(child, 'TERM')
  return child
}
