import type { Command } from 'commander'
import { call, type ContractAddress, send } from '@/lib/client/call'
import type { Contract, ReplyOf, SentInputOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import { readClientEnv } from '@/lib/platform/server/env'
import { UsageError } from './errors'

export interface ServerOptions {
  url?: string
}

/** URL and token of the server. */
export interface Server {
  baseUrl: string
  token: string
}

export function addServerOption(command: Command): Command {
  return command.option('--url <address>', 'server URL (default: STEPMARK_URL)')
}

/** Throws `UsageError` if URL or token is missing. A token is never an argument, because other users could see it. */
export function findServer(options: ServerOptions): Server {
  const { url: urlInEnv, token } = readClientEnv()
  const url = options.url ?? urlInEnv
  if (!url) throw new UsageError('No server set. Pass --url or set STEPMARK_URL.')
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(`${url} is not a URL. Use one that starts with http:// or https://.`)
  if (!token)
    throw new UsageError(
      'STEPMARK_TOKEN is not set. Create a token on the host of the server with "stepmark token create".',
    )
  return { baseUrl: url.replace(/\/+$/, ''), token }
}

interface CallOptions {
  file?: BodyInit
  /** What to tell the user if the reply is lost; null: the call changes nothing. */
  ifLost?: string | null
  /** Makes the call safe to repeat. */
  idempotencyKey?: string
  signal?: AbortSignal
}

const unchanged = 'Nothing was changed.'
const perhapsChanged = 'The change may have been made. Check before you repeat it.'

/** The server did not receive the request. */
const unsentErrors: readonly unknown[] = [
  ...['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  'UND_ERR_CONNECT_TIMEOUT',
]

/** Like `call`, but explains connection errors to the user. */
export async function callServer<C extends Contract>(
  server: Server,
  address: ContractAddress<C>,
  input: SentInputOf<C>,
  { ifLost, ...options }: CallOptions = {},
): Promise<ReplyOf<C>> {
  try {
    return await call<C>(address, input, { ...server, ...options })
  } catch (error) {
    throw address.method === 'get' || ifLost === null
      ? explainRead(error, server)
      : explain(error, server, ifLost ?? describeEffect(error))
  }
}

/** Like `send`, for streamed replies. */
export async function readFromServer<C extends Contract>(
  server: Server,
  address: ContractAddress<C>,
  input: SentInputOf<C>,
  options: { headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Response> {
  try {
    return await send<C>(address, input, { ...server, ...options })
  } catch (error) {
    throw explainRead(error, server)
  }
}

function describeEffect(error: unknown): string {
  if (!(error instanceof AppError)) return perhapsChanged
  const { networkError, answered } = error.details
  const isRefused = typeof answered === 'number' && answered < 500
  return isRefused || unsentErrors.includes(networkError) ? unchanged : perhapsChanged
}

/** A failed read: no one expects it to have changed anything, so the message does not say so. */
function explainRead(error: unknown, server: Server): unknown {
  const explained = explain(error, server, null)
  if (!(explained instanceof AppError)) return explained
  return new AppError(explained.code, explained.message, { ...explained.details, isRead: true })
}

/** @param ifLost what to say about changes if the reply is lost; null: nothing */
function explain(error: unknown, { baseUrl }: Server, ifLost: string | null): unknown {
  const effect = ifLost === null ? '' : `${ifLost} `
  // Errors from the server explain themselves.
  if (error instanceof AppError && 'requestId' in error.details) return error
  if (error instanceof AppError && error.code === 'unavailable')
    return new AppError(
      'unavailable',
      `${error.message} ${effect}Check that the server is running and that ${baseUrl} is its URL, then try again.`,
      // The status of a proxy, if one responded.
      'answered' in error.details ? { answered: error.details.answered } : {},
    )
  // The reply was not JSON or was cut short.
  if (error instanceof SyntaxError || error instanceof TypeError)
    return new AppError(
      'unavailable',
      `${baseUrl} is not a Stepmark server, or its reply was cut short. ${effect}Check the URL.`,
    )
  return error
}
