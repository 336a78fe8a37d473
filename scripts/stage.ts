import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { stopChildWithParent } from '@/lib/platform/server/stop-child-with-parent'
import type { TestResults } from './test-results'

/** One step of `npm test`. */
export interface Stage {
  /** How to fix a failure. */
  hint?: string | undefined
  name: string
  /** Stages that must have passed before this one starts. */
  needs?: readonly string[]
  /** Stages that must have ended before this one starts, passed or not. */
  after?: readonly string[]
  /** Runs first, in this process. Throws an error whose message is shown. */
  prepare?: () => Promise<unknown>
  /** Programs with their arguments, one after the other; the first that fails ends the stage. */
  commands: readonly (readonly string[])[]
  env?: Readonly<Record<string, string>>
  /** Where the stage's reporter writes, and how to count it. */
  report?: { path: string; read: (report: unknown, root: string) => TestResults }
}

export interface StageResult {
  isOk: boolean
  seconds: number
  /** Null where a stage has no tests. */
  counts: TestResults | null
  /** Output of the programs, unless it was printed directly, and then the error message and the hint of a failure. */
  output: string
}

const noResults: TestResults = { passed: 0, failed: 0, skipped: 0, failures: [] }

function readResults({ report }: Stage): TestResults | null {
  if (!report) return null
  if (!existsSync(report.path)) return noResults
  try {
    return report.read(JSON.parse(readFileSync(report.path, 'utf8')), repositoryRoot)
  } catch (error) {
    throw new Error(`Can't read the test report ${report.path}.`, { cause: error })
  }
}

interface CommandResult {
  isOk: boolean
  output: string
}

export interface StageRunOptions {
  /** Shows output immediately instead of collecting it. */
  isLive: boolean
  /** Ends the program that is running. */
  signal: AbortSignal
}

function runCommand(
  [program = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  { isLive, signal: interrupt }: StageRunOptions,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const output = isLive ? 'inherit' : 'pipe'
    const child = spawn(program, args, {
      cwd: repositoryRoot,
      env,
      stdio: ['ignore', output, output],
    })
    stopChildWithParent(child, 'TERM')
    const stop = () => child.kill('SIGTERM')
    interrupt.addEventListener('abort', stop)
    const chunks: Buffer[] = []
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => chunks.push(chunk))
    const finish = (isOk: boolean, note = '') => {
      interrupt.removeEventListener('abort', stop)
      resolve({ isOk, output: `${Buffer.concat(chunks).toString('utf8')}${note}` })
    }
    child.once('error', (error) => finish(false, error.message))
    child.once('close', (code, signal) =>
      finish(code === 0, signal ? `${program} was stopped by ${signal}.` : ''),
    )
  })
}

/** Runs a stage to its end. A stage of tests that fails without a failed test (as in a crash) has one failed test. */
export async function runStage(stage: Stage, options: StageRunOptions): Promise<StageResult> {
  const startedAt = performance.now()
  let result: CommandResult = { isOk: true, output: '' }
  let counts: TestResults | null = null
  try {
    await stage.prepare?.()
    for (const command of stage.commands) {
      options.signal.throwIfAborted()
      const commandResult = await runCommand(command, { ...process.env, ...stage.env }, options)
      result = { isOk: commandResult.isOk, output: result.output + commandResult.output }
      if (!result.isOk) break
    }
    counts = readResults(stage)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    result = { isOk: false, output: result.output + message }
  }
  if (!result.isOk && stage.hint !== undefined) {
    result = { isOk: false, output: `${result.output}\n${stage.hint}\n` }
  }
  if (stage.report && !result.isOk && !counts?.failed)
    counts = { ...(counts ?? noResults), failed: 1 }
  return { ...result, seconds: (performance.now() - startedAt) / 1000, counts }
}
