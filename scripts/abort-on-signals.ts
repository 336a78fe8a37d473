import { constants } from 'node:os'

/** Long enough for programs to stop their servers. */
const graceMs = 10_000

/**
 * Replaces the default reaction to Ctrl-C or `kill`: the returned signal is aborted, and this
 * process has ten seconds to end on its own. It exits with the code that shells expect, 130 after
 * Ctrl-C.
 */
export function abortOnSignals(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => {
      if (controller.signal.aborted) return
      process.exitCode = 128 + constants.signals[name]
      setTimeout(() => process.exit(), graceMs).unref()
      controller.abort()
    })
  return controller.signal
}
