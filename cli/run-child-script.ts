import { spawn, type StdioOptions } from 'node:child_process'
import { stopChildWithParent } from '@/lib/platform/server/stop-child-with-parent'

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/**
 * Runs a JavaScript file in a child process and forwards signals to it, so that it can shut down cleanly. Resolves with its
 * exit status: 0 if a forwarded signal kills it, 1 if another signal does.
 */
export async function runChildScript(
  file: string,
  args: readonly string[],
  options: { env?: NodeJS.ProcessEnv; stdio: StdioOptions },
): Promise<number> {
  const child = spawn(process.execPath, [file, ...args], {
    ...options,
    // Ctrl-C reaches it only through this process.
    detached: process.platform !== 'win32',
  })
  stopChildWithParent(child, 'TERM')
  let wasSignalled = false
  const forward = (signal: NodeJS.Signals) => {
    wasSignalled = true
    child.kill(signal)
  }
  for (const signal of signals) process.on(signal, forward)
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code) => resolve(code ?? (wasSignalled ? 0 : 1)))
    })
  } finally {
    for (const signal of signals) process.off(signal, forward)
  }
}
