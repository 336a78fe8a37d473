import { lookup as lookupInSystem, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Agent, buildConnector } from 'undici'
import { AppError } from '../errors'
import { readAllowedOutboundHosts } from './env'
import { AllowedHosts, allowedHostTip, isPublicAddress, parseOutboundUrl } from './outbound-address'

/**
 * All requests to URLs from users go through `OutboundClient`. It checks the URL when it is saved and on every connection:
 * the text, every DNS answer, and the final address of the connection. It does not follow redirects.
 */

export type OutboundErrorKind =
  /** Not allowed. */
  | 'refused'
  /** No response. */
  | 'unreachable'
  | 'too_slow'
  | 'redirect'
  /** More than 5 MiB, compressed or decompressed. */
  | 'too_large'
  /** Broke off, or could not be decompressed. */
  | 'broken'

/** Why there is no usable response, as a message for people. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'

  constructor(
    readonly error: OutboundErrorKind,
    message: string,
  ) {
    super(message)
  }
}

export interface OutboundRequest {
  /** Text is sent unchanged, anything else as JSON. */
  body: unknown
  /** In addition to the headers of every request. */
  headers?: Readonly<Record<string, string>>
  /** False: only the status matters, and the body is not read. */
  needsReply?: boolean
  /** Sent as a bearer token. Never part of a message from this file. */
  key?: string | undefined
  timeoutMs: number
  signal?: AbortSignal
}

export interface OutboundReply {
  status: number
  text: string
  /** The header `Retry-After` in seconds; null: missing or a date. */
  retryAfterSeconds: number | null
}

/** DNS lookup that returns all addresses. */
export type DnsLookup = (
  name: string,
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

const connectTimeoutMs = 10_000
const lookupTimeoutMs = 1_500
export const outboundReplyMaxBytes = 5 * 1024 * 1024

const lookupAll: DnsLookup = (name, callback) => lookupInSystem(name, { all: true }, callback)

class AddressNotAllowedError extends Error {}

export class OutboundClient {
  private readonly agent: Agent

  constructor(
    private readonly allowed = new AllowedHosts(readAllowedOutboundHosts()),
    private readonly lookup = lookupAll,
  ) {
    const agentOptions = { timeout: connectTimeoutMs, allowH2: false }
    const connectAnywhere = buildConnector(agentOptions)
    const connectToPublic = buildConnector({ ...agentOptions, lookup: this.lookUpPublic })
    this.agent = new Agent({
      connect: (options, callback) => {
        if (this.allowed.has({ ...options, hostname: options.hostname })) {
          connectAnywhere(options, callback)
          return
        }
        // IP literals are not looked up.
        if (isIP(options.hostname) !== 0 && !isPublicAddress(options.hostname)) {
          callback(new AddressNotAllowedError(), null)
          return
        }
        connectToPublic(options, (...outcome) => {
          const [error, socket] = outcome
          if (error !== null || isPublicAddress(socket.remoteAddress ?? '')) {
            callback(...outcome)
            return
          }
          socket.destroy()
          callback(new AddressNotAllowedError(), null)
        })
      },
    })
  }

  /**
   * Checks a URL before it is saved. A name that does not resolve yet is accepted, because it is checked again on
   * use.
   *
   * @throws AppError `invalid_input` with the reason, if requests to it are not allowed
   */
  async check(address: string): Promise<void> {
    const url = parseOutboundUrl(address, this.allowed)
    if (this.allowed.has(url)) return
    const name = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(name) !== 0) return
    const resolvedAddresses = await new Promise<LookupAddress[]>((resolve) => {
      const timer = setTimeout(() => resolve([]), lookupTimeoutMs)
      this.lookup(name, (error, addresses) => {
        clearTimeout(timer)
        resolve(error ? [] : addresses)
      })
    })
    if (resolvedAddresses.some((each) => !isPublicAddress(each.address)))
      throw new AppError('invalid_input', `The address is in a private network. ${allowedHostTip}`)
  }

  /**
   * Sends JSON and returns the response, whatever its status.
   *
   * @throws OutboundError if there is no usable response; the signal's reason if it was aborted
   */
  async post(
    address: string,
    { body, key, timeoutMs, signal, headers = {}, needsReply = true }: OutboundRequest,
  ): Promise<OutboundReply> {
    const url = this.parseUrl(address)
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
      if (isRedirect || !needsReply) await reply.body.dump({ limit: 0 }).catch(() => undefined)
      if (isRedirect)
        throw new OutboundError(
          'redirect',
          'The server responded with a redirect, which is not followed. Use the URL that it redirects to.',
        )
      const encoding = String(reply.headers['content-encoding'] ?? '')
      const text = needsReply ? await readText(reply.body, encoding) : ''
      const seconds = Number(reply.headers['retry-after'] ?? Number.NaN)
      const retryAfterSeconds = Number.isFinite(seconds) && seconds >= 0 ? seconds : null
      return { status: reply.statusCode, text, retryAfterSeconds }
    } catch (error) {
      signal?.throwIfAborted()
      throw toOutboundError(error, deadline.aborted, timeoutMs)
    }
  }

  async close(): Promise<void> {
    await this.agent.destroy()
  }

  private parseUrl(address: string): URL {
    try {
      return parseOutboundUrl(address, this.allowed)
    } catch (error) {
      throw new OutboundError('refused', error instanceof Error ? error.message : String(error))
    }
  }

  /** For `net.connect`, which tries all returned addresses. */
  private readonly lookUpPublic: LookupFunction = (name, options, callback) => {
    this.lookup(name, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) callback(error ?? new Error('The name has no address'), '', 0)
      else if (!addresses.every(({ address }) => isPublicAddress(address)))
        callback(new AddressNotAllowedError(), '', 0)
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

let cachedOutbound: { allowedHosts: string; outbound: OutboundClient } | undefined

/** Shared by the process. */
export function getOutboundClient(): OutboundClient {
  const allowedHosts = readAllowedOutboundHosts()
  if (cachedOutbound?.allowedHosts !== allowedHosts) {
    void cachedOutbound?.outbound.close()
    cachedOutbound = { allowedHosts, outbound: new OutboundClient(new AllowedHosts(allowedHosts)) }
  }
  return cachedOutbound.outbound
}

const makeTooLargeError = () => new OutboundError('too_large', 'The response is larger than 5 MiB.')

async function readText(body: Readable, encoding: string): Promise<string> {
  const decompressor = createDecompressor(encoding)
  const chunks: Buffer[] = []
  let [bytes, compressedBytes] = [0, 0]
  try {
    if (decompressor !== null) {
      body.once('error', (error) => decompressor.destroy(error))
      body.on('data', (chunk: Buffer) => {
        compressedBytes += chunk.length
        if (compressedBytes > outboundReplyMaxBytes) decompressor.destroy(makeTooLargeError())
      })
      body.pipe(decompressor)
    }
    for await (const chunk of (decompressor ?? body) as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > outboundReplyMaxBytes) throw makeTooLargeError()
      chunks.push(chunk)
    }
  } finally {
    decompressor?.destroy()
    // The rest is not needed, so errors are ignored.
    body.on('error', () => undefined)
    body.destroy()
  }
  return Buffer.concat(chunks).toString('utf8')
}

function createDecompressor(encoding: string) {
  if (encoding === '' || encoding === 'identity') return null
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip()
  if (encoding === 'deflate') return createInflate()
  if (encoding === 'br') return createBrotliDecompress()
  throw new OutboundError('broken', 'The response has an unknown content encoding.')
}

function toOutboundError(error: unknown, hasTimedOut: boolean, timeoutMs: number): OutboundError {
  if (error instanceof OutboundError) return error
  const seconds = Math.round(timeoutMs / 1000)
  if (hasTimedOut)
    return new OutboundError('too_slow', `The server did not respond within ${seconds} s.`)
  if (error instanceof AddressNotAllowedError)
    return new OutboundError('refused', `The address is in a private network. ${allowedHostTip}`)
  const code = readCode(error)
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
    return new OutboundError('too_slow', `The server did not respond within ${seconds} s.`)
  if (code?.startsWith('Z_') || code?.startsWith('ERR__ERROR_'))
    return new OutboundError('broken', 'The response could not be decompressed.')
  if (code !== null && (brokenCodes.has(code) || code.startsWith('HPE_')))
    return new OutboundError('broken', 'The server closed the connection during its response.')
  return new OutboundError('unreachable', `The server cannot be reached${formatReason(code)}.`)
}

/** ECONNRESET is here because it comes from a server that was reached. */
const brokenCodes = new Set([
  'UND_ERR_SOCKET',
  'UND_ERR_HEADERS_OVERFLOW',
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
])

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens on that port',
  ENOTFOUND: 'its name does not resolve',
  EAI_AGAIN: 'its name could not be looked up',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no route to it',
}

function formatReason(code: string | null): string {
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
