import { createServer } from 'node:net'

const highestPort = 65_535
const maxPortAttempts = 100

function tryListening(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address()
      const listeningPort = typeof address === 'object' && address !== null ? address.port : null
      server.close(() => resolve(listeningPort))
    })
  })
}

/**
 * Finds a free TCP port on 127.0.0.1: `preferred` or the next free one, or any if `preferred` is 0. Another process
 * may take it before the caller does, so callers retry. Throws if none of 100 ports is free.
 */
export async function findFreePort(preferred = 0): Promise<number> {
  for (let i = 0; i < maxPortAttempts; i++) {
    const port = await tryListening(preferred === 0 ? 0 : Math.min(preferred + i, highestPort))
    if (port !== null) return port
  }
  throw new Error(
    `No free port on 127.0.0.1 from ${preferred} to ${preferred + maxPortAttempts - 1}. Nothing was started. Choose another port.`,
  )
}

const listenProblems: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program. Stop it, or choose another port.',
  EACCES: 'may not be used by this user. Name one from 1024 on.',
  EADDRNOTAVAIL: 'cannot be used: this machine has no such address. Choose one that it has.',
  ENOTFOUND: 'cannot be used: no host has this name. Use an address of this machine.',
}

/** Why a server can't listen on a port; null: it can. */
export function findPortProblem(port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      const problem = listenProblems[error.code ?? ''] ?? `cannot be used (${error.message}).`
      resolve(`Port ${port} of ${host} ${problem}`)
    })
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)))
  })
}
