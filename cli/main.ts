import { runStepmark } from './stepmark'

// A closed pipe is handled where data is written.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

process.exitCode = await runStepmark(process.argv.slice(2), {
  input: process.stdin,
  output: process.stdout,
  messages: process.stderr,
  isInteractive: process.stderr.isTTY,
  firstRetryMs: 250,
  status: 0,
})
