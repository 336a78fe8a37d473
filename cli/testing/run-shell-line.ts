import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Duplex, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type CommandResult, runCommandWithEnv } from './run-command'

/** After this time, a shell is killed, so that a hanging one does not outlive the test run. */
const timeoutMs = 25_000

/** File descriptors of the shell: it writes calls to one and reads exit statuses from the other. */
const [callFd, statusFd] = [3, 4]

/**
 * `stepmark` as a shell function. It puts each call into a separate folder, waits for the exit
 * status, and passes on the command's output.
 */
const stepmarkFunction = (settings: readonly string[]) => `stepmark() {
  call=$(mktemp -d "$STEPMARK_CALLS/XXXXXX") || return 70
  printf '%s\\0' "$@" > "$call/argv"
  printf '%s\\0' "$PWD" ${settings.map((name) => `"$${name}"`).join(' ')} > "$call/context"
  cat > "$call/stdin"
  echo "$call" >&${callFd}
  read -r status <&${statusFd} || return 70
  cat "$call/stdout"
  cat "$call/stderr" >&2
  return "$status"
}`

/**
 * Runs a shell line in a real shell. Its `stepmark` commands run in this process, one at a time,
 * with the arguments, standard input, working directory and settings (`env`) of the shell.
 */
export async function runShellLine(
  line: string,
  { cwd, env }: { cwd: string; env: Readonly<Record<string, string | undefined>> },
): Promise<CommandResult> {
  const calls = mkdtempSync(join(tmpdir(), 'stepmark-calls-'))
  const settings = Object.keys(env)
  const child = spawn('sh', ['-c', `${stepmarkFunction(settings)}\n${line}`], {
    cwd,
    env: { NODE_ENV: 'test', PATH: process.env.PATH, STEPMARK_CALLS: calls, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
    timeout: timeoutMs,
  })
  try {
    const [, output, messages, requests, statuses] = child.stdio as unknown as [
      null,
      ...Readable[],
    ] & { 4: Duplex }
    const closingPromise = once(child, 'close') as Promise<[number | null]>
    const writtenPromise = Promise.all([text(output!), text(messages!)])
    for await (const call of createInterface({ input: requests! }))
      statuses.write(`${await runCall(call, settings)}\n`)
    const [status] = await closingPromise
    const [stdout, stderr] = await writtenPromise
    if (status === null) throw new Error(`The shell did not end by itself: ${line}\n${stderr}`)
    return { status, stdout, stderr }
  } finally {
    child.kill()
    rmSync(calls, { recursive: true, force: true })
  }
}

/** Runs the command in this folder and returns its exit status. */
async function runCall(call: string, settings: readonly string[]): Promise<number> {
  const readList = (name: string) => readFileSync(join(call, name), 'utf8').split('\0').slice(0, -1)
  const [folder, ...values] = readList('context')
  // The shell does not distinguish an empty variable from one that is not set.
  const env = Object.fromEntries(settings.map((name, i) => [name, values[i] || undefined]))
  const previousFolder = process.cwd()
  process.chdir(folder!)
  try {
    const input = Readable.from([readFileSync(join(call, 'stdin'))])
    const { status, stdout, stderr } = await runCommandWithEnv(env, readList('argv'), { input })
    writeFileSync(join(call, 'stdout'), stdout)
    writeFileSync(join(call, 'stderr'), stderr)
    return status
  } finally {
    process.chdir(previousFolder)
  }
}
