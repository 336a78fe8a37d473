import { randomUUID } from 'node:crypto'
import type { Command } from 'commander'
import {
  type ApiCallKey,
  type ApiInput,
  type ApiReply,
  sendApiRequest,
} from '@/lib/client/call-api'
import { AppError } from '@/lib/platform/errors'
import { readCliSettings } from '@/lib/platform/server/env'
import { UsageError } from './errors'
import { retryRequest } from './retry-request'
import type { Terminal } from './terminal'

export interface ServerOptions {
  url?: string
}

/** URL and token of the server, and the terminal that reports retries. */
export interface ServerConnection {
  terminal: Terminal
  baseUrl: string
  token: string
}

/** A project on a server. */
export interface ProjectConnection {
  terminal: Terminal
  server: ServerConnection
  project: string
  signal?: AbortSignal
}

export function addServerOption(command: Command): Command {
  return command.option('--url <address>', 'server URL (default: STEPMARK_URL)')
}

/** Throws `UsageError` if URL or token is missing. A token is never an argument, because other users could see it. */
export function readServerConnection(terminal: Terminal, options: ServerOptions): ServerConnection {
  const { url: urlInEnv, token } = readCliSettings()
  const url = options.url ?? urlInEnv
  if (!url) throw new UsageError('No server set. Pass --url or set STEPMARK_URL.')
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(`${url} is not a URL. Use one that starts with http:// or https://.`)
  if (!token)
    throw new UsageError(
      'STEPMARK_TOKEN is not set. Create a token on your Account page, or on the host of the server with "stepmark token create".',
    )
  return { terminal, baseUrl: url.replace(/\/+$/, ''), token }
}

/**
 * What sending a write again does. `keyed`: the server still executes it once, because all tries have the same
 * `Idempotency-Key`. `harmless`: the second execution changes nothing more. `unsafe`, for calls that take no key
 * (lib/auth/server/idempotency.ts): it could do the work twice, so a try that may have been received is the last one.
 */
type Repeat = 'keyed' | 'harmless' | 'unsafe'

interface CallOptions {
  file?: BodyInit
  /** What to tell the user if the reply is lost; null: the call changes nothing. */
  lostReplyHint?: string | null
  /** Default: `keyed` for writes. */
  repeat?: Repeat
  signal?: AbortSignal
  /** Returns the error to throw instead of another try. */
  stopRetrying?: (error: AppError, tookMs: number) => Error | null
}

const unchangedMessage = 'Nothing was changed.'
const perhapsChangedMessage =
  'The reply was lost. The change may have been made. Check before you repeat it.'

/** Error codes of requests that the server did not receive. */
const unsentErrors: readonly unknown[] = [
  ...['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  'UND_ERR_CONNECT_TIMEOUT',
]

/** Calls the API with retries, and explains errors to the user. For a streamed reply, use `streamFromServer`. */
export async function callServer<Call extends ApiCallKey>(
  server: ServerConnection,
  call: Call,
  input: ApiInput<Call>,
  { lostReplyHint, repeat = 'keyed', signal, stopRetrying, file }: CallOptions = {},
): Promise<ApiReply<Call>> {
  const isRead = call.startsWith('get ') || lostReplyHint === null
  const idempotencyKey = !isRead && repeat === 'keyed' ? randomUUID() : undefined
  // Kept over all tries, because the error of a later try says nothing about an earlier try.
  let mayHaveChanged = false
  const tryOnce = async () => {
    const startMs = performance.now()
    try {
      const options = { baseUrl: server.baseUrl, token: server.token, idempotencyKey, file, signal }
      return (await readJson(await sendApiRequest(call, input, options), server)) as ApiReply<Call>
    } catch (thrown) {
      const error = toAppError(thrown)
      if (!(error instanceof AppError) || signal?.aborted) throw error
      const stopError = stopRetrying?.(error, performance.now() - startMs)
      if (stopError) throw stopError
      if (isRead) throw explainReadError(error, server)
      const wasUnsure = mayHaveChanged
      mayHaveChanged ||= mayHaveBeenExecuted(error)
      const effect = lostReplyHint ?? (mayHaveChanged ? perhapsChangedMessage : unchangedMessage)
      throw addAdvice(wasUnsure ? withDetails(error, { mayHaveChanged }) : error, server, effect)
    }
  }
  return retryRequest(server.terminal, tryOnce, {
    signal,
    canRepeat: (error) => isRead || repeat !== 'unsafe' || !mayHaveBeenExecuted(error),
  })
}

interface ReadOptions {
  signal?: AbortSignal
  /** Called for each try. */
  makeHeaders?: () => Record<string, string>
}

/**
 * Opens a streamed reply and passes it to `read`. Opens the reply again after an error that a retry can solve, even if
 * `read` throws it.
 */
export async function streamFromServer<Call extends ApiCallKey, T>(
  server: ServerConnection,
  call: Call,
  input: ApiInput<Call>,
  read: (response: Response) => Promise<T> | T,
  { signal, makeHeaders }: ReadOptions = {},
): Promise<T> {
  const { terminal, baseUrl, token } = server
  const open = async () => {
    try {
      return await sendApiRequest(call, input, {
        baseUrl,
        token,
        signal,
        headers: makeHeaders?.(),
      })
    } catch (error) {
      throw explainReadError(toAppError(error), server)
    }
  }
  return retryRequest(terminal, async () => read(await open()), { signal })
}

/** The JSON of a reply, which can be cut short or come from another server. */
async function readJson(response: Response, { baseUrl }: ServerConnection): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    if (response.headers.get('content-type')?.includes('json') === true)
      throw new TypeError('The reply is not complete.')
    throw new AppError('unavailable', `${baseUrl} is not a Stepmark server.`, {
      answered: response.status,
    })
  }
}

/** `fetch` throws a TypeError if the connection ends within a reply. */
const toAppError = (error: unknown): unknown =>
  error instanceof TypeError ? new AppError('unavailable', 'The reply was cut short.') : error

/** Whether the server may have received this request and executed it, although there is no usable reply. */
function mayHaveBeenExecuted({ code, details }: AppError): boolean {
  if (code !== 'unavailable' && code !== 'internal') return false
  const { networkError, answered } = details
  const isRefused = typeof answered === 'number' && answered >= 300 && answered < 500
  return !(isRefused && answered !== requestTimeoutStatus) && !unsentErrors.includes(networkError)
}

const requestTimeoutStatus = 408

const withDetails = ({ code, message, details }: AppError, addedDetails: Record<string, unknown>) =>
  new AppError(code, message, { ...details, ...addedDetails })

/** For a failed read. The message says nothing about changes, because no one expects any. */
function explainReadError(error: unknown, server: ServerConnection): unknown {
  if (!(error instanceof AppError)) return error
  return withDetails(addAdvice(error, server, null), { isRead: true })
}

/** @param effect what to say about changes; null: nothing */
function addAdvice(
  error: AppError,
  { baseUrl }: ServerConnection,
  effect: string | null,
): AppError {
  // Errors from the server explain themselves.
  if ('requestId' in error.details || error.code !== 'unavailable') return error
  const { message, details } = error
  const advice = `Check that the server is running and that ${baseUrl} is its URL, then try again.`
  return new AppError('unavailable', [message, effect, advice].filter(Boolean).join(' '), details)
}
