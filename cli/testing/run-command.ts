import { Readable, Writable } from 'node:stream'
import { runStepmark } from '@/cli/stepmark'

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

/** Runs a command line in this process, as cli/main.ts would, and gives what it wrote where. */
export async function runCommand(
  argv: readonly string[],
  { input = '', isWatched = false }: { input?: string | Readable; isWatched?: boolean } = {},
): Promise<CommandResult> {
  const output = new Collector()
  const messages = new Collector()
  const status = await runStepmark(argv, {
    input: typeof input === 'string' ? Readable.from([Buffer.from(input)]) : input,
    output,
    messages,
    isWatched,
    status: 0,
  })
  return { status, stdout: output.text, stderr: messages.text }
}
