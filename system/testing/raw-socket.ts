import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/* Sends bytes that no client library would send. */

const timeoutMs = 30_000
const dripMs = 500

/** What a server sent until it had answered, closed the connection, or the time limit was reached. */
export interface RawResponse {
  statuses: number[]
  text: string
  /** Whether the server closed the connection. */
  isEnded: boolean
}

const readStatuses = (text: string) =>
  [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status))

/** Sends bytes and waits for this number of final answers or the end. A stream of pieces waits until the server reads. */
export async function sendRawBytes(
  url: string,
  bytes: string | Iterable<Buffer>,
  answers = 1,
): Promise<RawResponse> {
  const socket = await openSocket(url)
  let [text, isEnded] = ['', false]
  socket.on('data', (chunk) => (text += chunk.toString('latin1')))
  socket.on('close', () => (isEnded = true))
  const isComplete = () =>
    isEnded || readStatuses(text).filter((status) => status >= 200).length >= answers
  const deadline = Date.now() + timeoutMs
  for (const piece of typeof bytes === 'string' ? [bytes] : bytes) {
    if (isComplete()) break
    if (!socket.write(piece))
      await waitFor(() => socket.writableLength === 0 || isComplete(), deadline)
  }
  await waitFor(isComplete, deadline)
  socket.destroy()
  return { statuses: readStatuses(text), text, isEnded }
}

async function waitFor(condition: () => boolean, deadline: number): Promise<void> {
  while (!condition() && Date.now() < deadline) await sleep(5)
}

function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    socket.once('connect', () => resolve(socket))
    socket.once('error', reject)
    // Many tests expect the server to close the connection.
    socket.on('error', () => undefined)
  })
}

export interface OpenSockets {
  /** Number of sockets that connected. */
  opened: number
  /** How often `drip` was sent on each open socket. */
  countDrips(): number
  /** Number of sockets that the server has not closed. */
  countOpen(): number
  /** Statuses in the last chunk that each socket received. */
  readStatuses(): number[]
  close(): void
}

const batchSize = 100

/** Opens connections that send `start`, and then `drip` twice a second. */
export async function openSockets(
  url: string,
  count: number,
  { start = '', drip = '', reads = true }: { start?: string; drip?: string; reads?: boolean } = {},
): Promise<OpenSockets> {
  const sockets: Socket[] = []
  const lastChunks = new Map<Socket, string>()
  while (sockets.length < count) {
    const batch = Math.min(batchSize, count - sockets.length)
    const results = await Promise.allSettled(Array.from({ length: batch }, () => openSocket(url)))
    const connectedSockets = results.flatMap((result) =>
      result.status === 'fulfilled' ? [result.value] : [],
    )
    if (connectedSockets.length === 0) break
    for (const socket of connectedSockets) {
      if (reads) socket.on('data', (chunk) => lastChunks.set(socket, chunk.toString('latin1')))
      socket.write(start)
      sockets.push(socket)
    }
  }
  let dripCount = 0
  const sendDrip = () => {
    dripCount += 1
    for (const socket of sockets) if (socket.writable) socket.write(drip)
  }
  const timer = drip === '' ? undefined : setInterval(sendDrip, dripMs)
  return {
    opened: sockets.length,
    countDrips: () => dripCount,
    countOpen: () => sockets.filter(({ closed }) => !closed).length,
    readStatuses: () => [...lastChunks.values()].flatMap(readStatuses),
    close: () => {
      clearInterval(timer)
      for (const socket of sockets) socket.destroy()
    },
  }
}
