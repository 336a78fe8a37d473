import type { Contract, ReplyOf, SentInputOf } from '@/lib/platform/contract'
import { AppError, errorStatus, type ErrorCode } from '@/lib/platform/errors'

export interface CallOptions {
  /** Where the server is: empty in the browser, an address in a terminal. */
  baseUrl?: string
  token?: string
  idempotencyKey?: string
  /** The body of a call that accepts a file. */
  file?: BodyInit
  signal?: AbortSignal
  /** Lets the request outlive the page. */
  keepalive?: boolean
}

/** The part of a contract that a caller spells out; the compiler holds it to the contract's own. */
export type Address<C extends Contract> = Pick<C, 'method' | 'path'>

/**
 * Calls the API: `call<typeof claimNextContract>({ method: 'post', path: '/projects/{project}/claims' }, input)`. Only
 * types come from the contract, so a page loads no schema. Throws `AppError` with the server's code; where the server
 * cannot be reached, `unavailable`.
 */
export async function call<C extends Contract>(
  address: Address<C>,
  input: SentInputOf<C>,
  options: CallOptions = {},
): Promise<ReplyOf<C>> {
  const response = await send<C>(address, input, options)
  return (await response.json()) as ReplyOf<C>
}

/** As `call`, for replies that are read as they arrive. */
export async function send<C extends Contract>(
  address: Address<C>,
  input: SentInputOf<C>,
  options: CallOptions = {},
): Promise<Response> {
  const { url, rest } = fillPath(address.path, input as Record<string, unknown>)
  const restInQuery = address.method === 'get' || options.file !== undefined
  const query = restInQuery ? writeQuery(rest) : ''
  const headers: Record<string, string> = {}
  if (options.token) headers.authorization = `Bearer ${options.token}`
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey
  let body: BodyInit | undefined = options.file
  if (options.file !== undefined) headers['content-type'] = 'application/x-ndjson'
  else if (!restInQuery) {
    headers['content-type'] = 'application/json'
    body = JSON.stringify(rest)
  }
  let response: Response
  try {
    response = await fetch(`${options.baseUrl ?? ''}/api/v1${url}${query}`, {
      method: address.method.toUpperCase(),
      headers,
      body,
      signal: options.signal,
      keepalive: options.keepalive,
      // Node wants to be told that the reply may begin before a streamed body has ended.
      ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
    })
  } catch (cause) {
    throw new AppError('unavailable', 'The server cannot be reached.', { cause: String(cause) })
  }
  if (!response.ok) throw await readProblem(response)
  return response
}

function fillPath(path: string, input: Record<string, unknown>) {
  const rest = { ...input }
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  return { url, rest }
}

function writeQuery(rest: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(rest))
    if (value !== undefined && value !== null) query.set(name, String(value))
  return query.size > 0 ? `?${query}` : ''
}

async function readProblem(response: Response): Promise<AppError> {
  try {
    const { code, detail, ...details } = (await response.json()) as Record<string, unknown>
    if (typeof code === 'string' && code in errorStatus)
      return new AppError(code as ErrorCode, String(detail), details)
  } catch {
    // Not from us: a proxy's page, or a reply that was cut short.
  }
  return new AppError('unavailable', `The server answered ${response.status}.`)
}
