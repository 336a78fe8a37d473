import { lookup as lookupInSystem, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Agent, buildConnector } from 'undici'
import { AppError } from '../errors'
import { readOutboundAllow } from './env'
import { AllowedHosts, howToAllow, isPublicAddress, readOutboundUrl } from './outbound-address'

/**
 * The only way to an address that someone gave. It is judged when it is saved, and again at every connection: by its
 * text, by every answer of the name service, and by where the connection went in the end. Redirects are not followed.
 */

export type OutboundTrouble =
  /** Not to be asked. */
  | 'refused'
  /** No one answers there. */
  | 'unreachable'
  | 'too_slow'
  | 'redirect'
  /** More than 5 MiB, as it comes or unpacked. */
  | 'too_large'
  /** Broke off, or was packed in a way that cannot be unpacked. */
  | 'broken'

/** Why there is no reply, in words for people. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'

  constructor(
    readonly error: OutboundTrouble,
    message: string,
  ) {
    super(message)
  }
}

export interface OutboundCall {
  /** Text is sent as it is, anything else as JSON. */
  body: unknown
  /** Beside those that every call has. */
  headers?: Readonly<Record<string, string>>
  /** False: only how it answers is wanted, and nothing of the reply is read. */
  wantsReply?: boolean
  /** Sent as a bearer's; never in a message of this file. */
  key?: string | undefined
  timeoutMs: number
  signal?: AbortSignal
}

export interface OutboundReply {
  status: number
  text: string
  /** As the header `Retry-After` says it, in seconds; null: it does not, or names a time. */
  retryAfterSeconds: number | null
}

/** The name service, all answers of it. */
export type Lookup = (
  name: string,
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

const connectTimeoutMs = 10_000
const lookupTimeoutMs = 1_500
export const replyMaxBytes = 5 * 1024 * 1024

const lookupAll: Lookup = (name, done) => lookupInSystem(name, { all: true }, done)

class NotAllowed extends Error {}

export class Outbound {
  private readonly agent: Agent

  constructor(
    private readonly allowed = new AllowedHosts(readOutboundAllow()),
    private readonly lookup = lookupAll,
  ) {
    const shared = { timeout: connectTimeoutMs, allowH2: false }
    const open = buildConnector(shared)
    const guarded = buildConnector({ ...shared, lookup: this.lookUpPublic })
    this.agent = new Agent({
      connect: (options, callback) => {
        if (this.allowed.has({ ...options, hostname: options.hostname })) {
          open(options, callback)
          return
        }
        // A literal is never looked up.
        if (isIP(options.hostname) !== 0 && !isPublicAddress(options.hostname)) {
          callback(new NotAllowed(), null)
          return
        }
        guarded(options, (...outcome) => {
          const [error, socket] = outcome
          if (error !== null || isPublicAddress(socket.remoteAddress ?? '')) {
            callback(...outcome)
            return
          }
          socket.destroy()
          callback(new NotAllowed(), null)
        })
      },
    })
  }

  /**
   * Judges an address that is about to be kept. A name that leads nowhere yet is not refused: it is judged again.
   *
   * @throws AppError `invalid_input` where it is not to be asked, and why
   */
  async check(address: string): Promise<void> {
    const url = readOutboundUrl(address, this.allowed)
    if (this.allowed.has(url)) return
    const name = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(name) !== 0) return
    const resolved = await new Promise<LookupAddress[]>((resolve) => {
      const timer = setTimeout(() => resolve([]), lookupTimeoutMs)
      this.lookup(name, (error, addresses) => {
        clearTimeout(timer)
        resolve(error ? [] : addresses)
      })
    })
    if (resolved.some((each) => !isPublicAddress(each.address)))
      throw new AppError('invalid_input', `The address leads into a private network. ${howToAllow}`)
  }

  /**
   * Sends JSON and gives what comes back, whatever its status.
   *
   * @throws OutboundError where nothing comes back that can be used; the signal's reason where that was aborted
   */
  async post(
    address: string,
    { body, key, timeoutMs, signal, headers = {}, wantsReply = true }: OutboundCall,
  ): Promise<OutboundReply> {
    const url = this.read(address)
    const deadline = AbortSignal.timeout(timeoutMs)
    try {
      const reply = await this.agent.request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: 'POST',
        headers: {
          accept: 'application/json',
          'accept-encoding': 'identity',
          'content-type': 'application/json',
          'user-agent': 'stepmark',
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          ...headers,
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      })
      const isRedirect = reply.statusCode >= 300 && reply.statusCode < 400
      if (isRedirect || !wantsReply) await reply.body.dump({ limit: 0 }).catch(() => undefined)
      if (isRedirect)
        throw new OutboundError(
          'redirect',
          'The server answers with a redirect, and those are not followed. Give the address that it leads to.',
        )
      const packing = String(reply.headers['content-encoding'] ?? '')
      const text = wantsReply ? await readText(reply.body, packing) : ''
      const seconds = Number(reply.headers['retry-after'] ?? Number.NaN)
      const retryAfterSeconds = Number.isFinite(seconds) && seconds >= 0 ? seconds : null
      return { status: reply.statusCode, text, retryAfterSeconds }
    } catch (error) {
      signal?.throwIfAborted()
      throw explain(error, deadline.aborted, timeoutMs)
    }
  }

  async close(): Promise<void> {
    await this.agent.destroy()
  }

  private read(address: string): URL {
    try {
      return readOutboundUrl(address, this.allowed)
    } catch (error) {
      throw new OutboundError('refused', error instanceof Error ? error.message : String(error))
    }
  }

  /** For `net.connect`, which tries all that it is given. */
  private readonly lookUpPublic: LookupFunction = (name, options, callback) => {
    this.lookup(name, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) callback(error ?? new Error('The name has no address'), '', 0)
      else if (!addresses.every(({ address }) => isPublicAddress(address)))
        callback(new NotAllowed(), '', 0)
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

let shared: { allow: string; outbound: Outbound } | undefined

/** The process's own. */
export function getOutbound(): Outbound {
  const allow = readOutboundAllow()
  if (shared?.allow !== allow) {
    void shared?.outbound.close()
    shared = { allow, outbound: new Outbound(new AllowedHosts(allow)) }
  }
  return shared.outbound
}

const tooLarge = () =>
  new OutboundError('too_large', 'The reply is larger than 5 MiB, and was not read to its end.')

async function readText(body: Readable, encoding: string): Promise<string> {
  const unpack = makeUnpacker(encoding)
  const chunks: Buffer[] = []
  let [bytes, packedBytes] = [0, 0]
  try {
    if (unpack !== null) {
      body.once('error', (error) => unpack.destroy(error))
      body.on('data', (chunk: Buffer) => {
        packedBytes += chunk.length
        if (packedBytes > replyMaxBytes) unpack.destroy(tooLarge())
      })
      body.pipe(unpack)
    }
    for await (const chunk of (unpack ?? body) as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > replyMaxBytes) throw tooLarge()
      chunks.push(chunk)
    }
  } finally {
    unpack?.destroy()
    // No one waits for the rest, and its error is not news.
    body.on('error', () => undefined)
    body.destroy()
  }
  return Buffer.concat(chunks).toString('utf8')
}

function makeUnpacker(encoding: string) {
  if (encoding === '' || encoding === 'identity') return null
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip()
  if (encoding === 'deflate') return createInflate()
  if (encoding === 'br') return createBrotliDecompress()
  throw new OutboundError('broken', 'The reply is packed in a way that is not known here.')
}

function explain(error: unknown, isLate: boolean, timeoutMs: number): OutboundError {
  if (error instanceof OutboundError) return error
  const seconds = Math.round(timeoutMs / 1000)
  if (isLate) return new OutboundError('too_slow', `The server did not answer within ${seconds} s.`)
  if (error instanceof NotAllowed)
    return new OutboundError('refused', `The address leads into a private network. ${howToAllow}`)
  const code = readCode(error)
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
    return new OutboundError('too_slow', `The server did not answer within ${seconds} s.`)
  if (code?.startsWith('Z_') || code?.startsWith('ERR__ERROR_'))
    return new OutboundError('broken', 'The reply is not packed as it says.')
  if (code !== null && (brokenCodes.has(code) || code.startsWith('HPE_')))
    return new OutboundError('broken', 'The server broke off while it answered.')
  return new OutboundError('unreachable', `The server cannot be reached${nameReason(code)}.`)
}

/** ECONNRESET stands here: it comes from someone who was there. */
const brokenCodes = new Set([
  'UND_ERR_SOCKET',
  'UND_ERR_HEADERS_OVERFLOW',
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
])

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no one listens there',
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name could not be looked up',
  UND_ERR_CONNECT_TIMEOUT: 'no connection came about in time',
  ETIMEDOUT: 'no connection came about in time',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
}

function nameReason(code: string | null): string {
  const reason =
    code === null
      ? undefined
      : (reasons[code] ??
        (/CERT|SSL|TLS/.test(code) ? 'its certificate is not trusted' : undefined))
  return reason === undefined ? '' : `: ${reason}`
}

function readCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') return code
  return error.cause === undefined ? null : readCode(error.cause)
}
