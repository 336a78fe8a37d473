import type { HttpMethod, ReplyOf, RequestInputOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import { sendsInputInQuery } from '@/lib/platform/sends-input-in-query'
import type { ApiContracts } from './api-contracts'
import { fillPathParameters, readErrorReply, formatQueryString } from './encode-call'

export interface CallOptions {
  /** Empty in the browser, an origin in a terminal. */
  baseUrl?: string
  token?: string
  idempotencyKey?: string
  /** The body of a call that accepts a file. */
  file?: BodyInit
  signal?: AbortSignal
  /** Extra headers, such as `range`. */
  headers?: Record<string, string>
  /** Lets the request outlive the page. */
  keepalive?: boolean
}

/** A call by method and path: `post /projects/{project}/claims`. */
export type ApiCallKey = keyof ApiContracts
export type ApiInput<Call extends ApiCallKey> = RequestInputOf<ApiContracts[Call]>
export type ApiReply<Call extends ApiCallKey> = ReplyOf<ApiContracts[Call]>

/**
 * Calls the API: `callApi('post /projects/{project}/claims', { project })`. Only types come from the contract, so a page
 * loads no schema. Throws `AppError` with the server's code; where the server cannot be reached, `unavailable`.
 */
export async function callApi<Call extends ApiCallKey>(
  call: Call,
  input: ApiInput<Call>,
  options: CallOptions = {},
): Promise<ApiReply<Call>> {
  const response = await sendApiRequest(call, input, options)
  return (await response.json()) as ApiReply<Call>
}

/** Like `callApi`, for replies that are read as they arrive. */
export async function sendApiRequest<Call extends ApiCallKey>(
  call: Call,
  input: ApiInput<Call>,
  options: CallOptions = {},
): Promise<Response> {
  const [method, path] = call.split(' ') as [HttpMethod, string]
  const { url, remainingInput } = fillPathParameters(path, input)
  const isInputInQuery = sendsInputInQuery(method, options.file === undefined ? 'json' : 'file')
  const query = isInputInQuery ? formatQueryString(remainingInput) : ''
  const headers: Record<string, string> = { ...options.headers }
  if (options.token) headers.authorization = `Bearer ${options.token}`
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey
  let body: BodyInit | undefined = options.file
  if (options.file !== undefined) headers['content-type'] = 'application/x-ndjson'
  else if (!isInputInQuery) {
    headers['content-type'] = 'application/json'
    body = JSON.stringify(remainingInput)
  }
  let response: Response
  try {
    response = await fetch(`${options.baseUrl ?? ''}${url}${query}`, {
      method: method.toUpperCase(),
      headers,
      body,
      signal: options.signal,
      keepalive: options.keepalive,
      // Required by Node for a streamed request body.
      ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
    })
  } catch (cause) {
    const networkError = findNetworkError(cause)
    const suffix = networkError === null ? '' : ` (${networkError})`
    throw new AppError(
      'unavailable',
      `Can’t reach the server${suffix}.`,
      networkError === null ? {} : { networkError },
    )
  }
  if (!response.ok)
    throw readErrorReply(
      response.status,
      await response.text(),
      response.headers.get('retry-after'),
    )
  return response
}

/** Node reports the reason in the cause of the error; browsers do not report it. */
function findNetworkError(error: unknown): string | null {
  const cause: unknown = error instanceof Error ? error.cause : undefined
  const code: unknown =
    typeof cause === 'object' && cause && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? code : null
}
