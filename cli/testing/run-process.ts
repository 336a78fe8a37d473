import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { loadTypeScript } from '@/lib/platform/server/loader'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import type { CommandResult } from './run-command'

const timeoutMs = 25_000

/** A real process of the command line, as scripts/run.mjs starts it. */
export function runProcess(
  argv: readonly string[],
  options: ProcessOptions = {},
): Promise<CommandResult> {
  return execute(process.execPath, [...processArguments, ...argv], options)
}

/** A line of shell, whose `stepmark` commands are real processes. */
export function runShellLineInProcesses(
  line: string,
  options: ProcessOptions = {},
): Promise<CommandResult> {
  const commandLine = [process.execPath, ...processArguments].map((word) => `'${word}'`).join(' ')
  return execute('sh', ['-c', `stepmark() { ${commandLine} "$@"; }\n${line}`], options)
}

interface ProcessOptions {
  env?: Readonly<Record<string, string | undefined>>
  cwd?: string
}

const processArguments = [...loadTypeScript, join(repositoryRoot, 'cli', 'main.ts')]

/** Of our own surroundings, what a process of the command line is given. */
function inheritEnv(): NodeJS.ProcessEnv {
  const tsconfig = join(repositoryRoot, 'tsconfig.json')
  return { NODE_ENV: 'production', PATH: process.env.PATH, TSX_TSCONFIG_PATH: tsconfig }
}

export interface StartedProcess {
  write(input: string): void
  kill(signal: NodeJS.Signals): void
  stderr(): string
  /** Waits for its end: the number that it ends with, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<{ status: number | NodeJS.Signals | null; stderr: string }>
}

/** A real process that is written to and interrupted; its standard input stays open. */
export function startProcess(
  argv: readonly string[],
  { env = {} }: ProcessOptions = {},
): StartedProcess {
  const { STEPMARK_URL, STEPMARK_TOKEN } = process.env
  const child = spawn(process.execPath, [...processArguments, ...argv], {
    env: { ...inheritEnv(), STEPMARK_URL, STEPMARK_TOKEN, ...env },
  })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  // It may leave before it has read everything.
  child.stdin.on('error', () => undefined)
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  return {
    write: (input) => void child.stdin.write(input),
    kill: (signal) => void child.kill(signal),
    stderr: () => stderr,
    async end(signal) {
      child.kill(signal)
      const [status, by] = await ended
      return { status: status ?? by, stderr }
    },
  }
}

function execute(
  command: string,
  argv: readonly string[],
  { env = {}, cwd }: ProcessOptions,
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      command,
      argv,
      {
        cwd,
        env: { ...inheritEnv(), ...env },
        timeout: timeoutMs,
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
