import { createServer } from 'node:net'

const highestPort = 65_535
const portsTried = 100

function canListen(port: number): Promise<number | null> {
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
 * A TCP port of 127.0.0.1 on which no one listens: `wanted`, or the next free one after it, or without `wanted` any.
 * Someone may take it before the caller does, so callers try again. Throws when none of 100 ports is free.
 */
export async function findFreePort(preferred = 0): Promise<number> {
  for (let i = 0; i < portsTried; i++) {
    const port = await canListen(preferred === 0 ? 0 : Math.min(preferred + i, highestPort))
    if (port !== null) return port
  }
  throw new Error(
    `No free port on 127.0.0.1 from ${preferred} to ${preferred + portsTried - 1}. Nothing was started. Name another port.`,
  )
}

const listenProblems: Readonly<Record<string, string>> = {
  EADDRINUSE:
    'is taken: another program listens there, which goes on. Stop it, or name another port.',
  EACCES: 'may not be used by this user. Name one from 1024 on.',
  EADDRNOTAVAIL: 'cannot be used: this machine has no such address. Name one that it has.',
  ENOTFOUND: 'cannot be used: there is no host of this name. Name an address of this machine.',
}

/** What keeps a server from listening there, in words; null: nothing does at this moment. */
export function findListenProblem(port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      const problem = listenProblems[error.code ?? ''] ?? `cannot be used (${error.message}).`
      resolve(`Port ${port} of ${host} ${problem}`)
    })
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)))
  })
}
