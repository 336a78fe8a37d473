import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import type { CommandResult } from './run-command'

const longestMs = 25_000

/** A real process of the command line, as scripts/run.mjs starts it. */
export function runProcess(
  argv: readonly string[],
  options: ProcessOptions = {},
): Promise<CommandResult> {
  return execute(process.execPath, [...processArguments, ...argv], options)
}

/** A line of shell, with `stepmark` as a function of it. */
export function runShellLine(line: string, options: ProcessOptions = {}): Promise<CommandResult> {
  const words = [process.execPath, ...processArguments].map((word) => `'${word}'`).join(' ')
  return execute('sh', ['-c', `stepmark() { ${words} "$@"; }\n${line}`], options)
}

interface ProcessOptions {
  env?: Readonly<Record<string, string | undefined>>
  cwd?: string
}

const processArguments = [
  '--import',
  join(repositoryRoot, 'node_modules', 'tsx', 'dist', 'loader.mjs'),
  join(repositoryRoot, 'cli', 'main.ts'),
]

function execute(
  command: string,
  argv: readonly string[],
  { env = {}, cwd }: ProcessOptions,
): Promise<CommandResult> {
  const { PATH } = process.env
  const tsconfig = join(repositoryRoot, 'tsconfig.json')
  return new Promise((resolve, reject) => {
    const child = execFile(
      command,
      argv,
      {
        cwd,
        env: { NODE_ENV: 'production', PATH, TSX_TSCONFIG_PATH: tsconfig, ...env },
        timeout: longestMs,
        maxBuffer: 64 * 1024 * 1024,
      },
      (error, stdout, stderr) => {
        const status = error === null ? 0 : error.code
        if (typeof status === 'number') resolve({ status, stdout, stderr })
        else reject(new Error(`The process did not end by itself: ${stderr}`, { cause: error }))
      },
    )
    child.stdin?.end()
  })
}
