import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { getBundlePath } from '@/lib/platform/server/programs'
import type { CommandResult } from './run-command'

const timeoutMs = 25_000

/** Runs a command line in a real process, started as scripts/stepmark.mjs does. */
export function runStepmarkProcess(
  argv: readonly string[],
  options: ProcessOptions = {},
): Promise<CommandResult> {
  return execute(process.execPath, [...processArguments, ...argv], options)
}

/** Runs a shell line whose `stepmark` commands are real processes. */
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

const processArguments = [getBundlePath('cli/main.ts')]

/** The environment of every command. */
function makeBaseEnv(): NodeJS.ProcessEnv {
  return { NODE_ENV: 'production', PATH: process.env.PATH }
}

export interface StepmarkProcess {
  write(input: string): void
  kill(signal: NodeJS.Signals): void
  stderr(): string
  /** Sends the signal, waits for the process to end, and returns its exit status or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<{ status: number | NodeJS.Signals | null; stderr: string }>
}

/** Starts a real process that gets input and signals later. Its standard input stays open. */
export function startStepmarkProcess(
  argv: readonly string[],
  { env = {} }: ProcessOptions = {},
): StepmarkProcess {
  const { STEPMARK_URL, STEPMARK_TOKEN } = process.env
  const child = spawn(process.execPath, [...processArguments, ...argv], {
    env: { ...makeBaseEnv(), STEPMARK_URL, STEPMARK_TOKEN, ...env },
  })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  // The process can end before it has read everything.
  child.stdin.on('error', () => undefined)
  const closingPromise = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  return {
    write: (input) => void child.stdin.write(input),
    kill: (signal) => void child.kill(signal),
    stderr: () => stderr,
    async end(signal) {
      child.kill(signal)
      const [status, endSignal] = await closingPromise
      return { status: status ?? endSignal, stderr }
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
        env: { ...makeBaseEnv(), ...env },
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
