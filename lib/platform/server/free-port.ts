import { createServer } from 'node:net'

const highestPort = 65_535
const portsTried = 100

function canListen(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address()
      const taken = typeof address === 'object' && address !== null ? address.port : null
      server.close(() => resolve(taken))
    })
  })
}

/**
 * A TCP port of 127.0.0.1 on which nobody listens: `wanted`, or the next free one after it, or without `wanted` any.
 * Somebody may take it before the caller does, so callers try again. Throws when none of 100 ports is free.
 */
export async function findFreePort(wanted = 0): Promise<number> {
  for (let i = 0; i < portsTried; i++) {
    const port = await canListen(wanted === 0 ? 0 : Math.min(wanted + i, highestPort))
    if (port !== null) return port
  }
  throw new Error(
    `No free port on 127.0.0.1 from ${wanted} to ${wanted + portsTried - 1}. Nothing was started. Name another port.`,
  )
}
