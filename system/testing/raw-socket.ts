import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/* Bytes on a connection, as no client library would send them. */

const patienceMs = 30_000
const dripMs = 500

/** What a server said to these bytes: the status of each answer, and all of the text, until it ended or kept quiet. */
export interface RawAnswer {
  statuses: number[]
  text: string
  /** The server ended the connection. */
  isEnded: boolean
}

const readStatuses = (text: string) =>
  [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status))

/** Sends and waits for that many final answers, or for the end. `bytes` may be a stream of pieces: it stops when no one reads. */
export async function sendRaw(
  url: string,
  bytes: string | Iterable<Buffer>,
  answers = 1,
): Promise<RawAnswer> {
  const socket = await open(url)
  let [text, isEnded] = ['', false]
  socket.on('data', (chunk) => (text += chunk.toString('latin1')))
  socket.on('close', () => (isEnded = true))
  const isOver = () =>
    isEnded || readStatuses(text).filter((status) => status >= 200).length >= answers
  const until = Date.now() + patienceMs
  for (const piece of typeof bytes === 'string' ? [bytes] : bytes) {
    if (isOver()) break
    if (!socket.write(piece)) await waitFor(() => socket.writableLength === 0 || isOver(), until)
  }
  await waitFor(isOver, until)
  socket.destroy()
  return { statuses: readStatuses(text), text, isEnded }
}

async function waitFor(isSo: () => boolean, until: number): Promise<void> {
  while (!isSo() && Date.now() < until) await sleep(5)
}

function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    socket.once('connect', () => resolve(socket))
    socket.once('error', reject)
    // A server that ends a connection is what many of these are about.
    socket.on('error', () => undefined)
  })
}

export interface HeldSockets {
  /** How many came to be. */
  opened: number
  /** How often `drip` was sent on each socket that the server left open. */
  countDrips(): number
  /** How many the server has not ended. */
  countOpen(): number
  /** What the server said on any of them, the beginning. */
  readStatuses(): number[]
  close(): void
}

const atOnce = 100

/** Many connections that say `start` and then, where `drip` is given, that twice a second for ever. */
export async function holdSockets(
  url: string,
  count: number,
  { start = '', drip = '', reads = true }: { start?: string; drip?: string; reads?: boolean } = {},
): Promise<HeldSockets> {
  const sockets: Socket[] = []
  const said = new Map<Socket, string>()
  while (sockets.length < count) {
    const batch = Math.min(atOnce, count - sockets.length)
    const opened = await Promise.allSettled(Array.from({ length: batch }, () => open(url)))
    const connected = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    if (connected.length === 0) break
    for (const socket of connected) {
      if (reads) socket.on('data', (chunk) => said.set(socket, chunk.toString('latin1')))
      socket.write(start)
      sockets.push(socket)
    }
  }
  let drips = 0
  const sendDrip = () => {
    drips += 1
    for (const socket of sockets) if (socket.writable) socket.write(drip)
  }
  const timer = drip === '' ? undefined : setInterval(sendDrip, dripMs)
  return {
    opened: sockets.length,
    countDrips: () => drips,
    countOpen: () => sockets.filter(({ closed }) => !closed).length,
    readStatuses: () => [...said.values()].flatMap(readStatuses),
    close: () => {
      clearInterval(timer)
      for (const socket of sockets) socket.destroy()
    },
  }
}
