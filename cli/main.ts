import { runStepmark } from './stepmark'

// A reader that leaves early is seen where the data is written.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

process.exitCode = await runStepmark(process.argv.slice(2), {
  input: process.stdin,
  output: process.stdout,
  messages: process.stderr,
  isWatched: process.stderr.isTTY,
  status: 0,
})
