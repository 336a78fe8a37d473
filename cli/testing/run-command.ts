import { Readable, Writable } from 'node:stream'
import { runStepmark } from '@/cli/stepmark'
import { runWithEnvironment } from '@/lib/platform/testing/run-with-environment'

export interface CommandResult {
  status: number
  stdout: string
  stderr: string
}

class Collector extends Writable {
  private readonly chunks: Buffer[] = []

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.chunks.push(Buffer.from(chunk))
    done()
  }

  get text(): string {
    return Buffer.concat(this.chunks).toString()
  }
}

/** Runs a command line in this process with other environment variables. */
export function runCommandWithEnv(
  env: Readonly<Record<string, string | undefined>>,
  argv: readonly string[],
  options?: Parameters<typeof runCommand>[1],
): Promise<CommandResult> {
  return runWithEnvironment(env, () => runCommand(argv, options))
}

/** Runs a command line in this process like cli/main.ts and returns its output. */
export async function runCommand(
  argv: readonly string[],
  {
    input = '',
    isInteractive = false,
  }: { input?: string | Readable; isInteractive?: boolean } = {},
): Promise<CommandResult> {
  const output = new Collector()
  const messages = new Collector()
  const status = await runStepmark(argv, {
    input: typeof input === 'string' ? Readable.from([Buffer.from(input)]) : input,
    output,
    messages,
    isInteractive,
    firstRetryMs: 1,
    status: 0,
  })
  return { status, stdout: output.text, stderr: messages.text }
}
