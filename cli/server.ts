import type { Command } from 'commander'
import { type Address, call, send } from '@/lib/client/call'
import type { Contract, ReplyOf, SentInputOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import { readClientEnv } from '@/lib/platform/server/env'
import { UsageError } from './refusals'

export interface ServerOptions {
  url?: string
}

/** Where the server is, and as whom to speak to it. */
export interface Server {
  baseUrl: string
  token: string
}

export function addServerOption(command: Command): Command {
  return command.option('--url <address>', 'the server; else STEPMARK_URL')
}

/** Throws `UsageError` where the address or the token is missing. A token is never an argument: others could see it. */
export function findServer(options: ServerOptions): Server {
  const { url: urlInEnv, token } = readClientEnv()
  const url = options.url ?? urlInEnv
  if (!url)
    throw new UsageError('Say where the server is: --url, or STEPMARK_URL. Nothing was done.')
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(`${url} is not an address: it begins with http:// or https://.`)
  if (!token)
    throw new UsageError(
      'STEPMARK_TOKEN is not set. Nothing was done. On the host of the server "stepmark token create" makes one.',
    )
  return { baseUrl: url.replace(/\/+$/, ''), token }
}

interface CallOptions {
  file?: BodyInit
  /** What is safe when the reply is lost. */
  ifLost?: string
  /** With one, the call may be made again: the answer is the first one's. */
  idempotencyKey?: string
  signal?: AbortSignal
}

const nothingLost = 'Nothing was changed.'

/** As `call`, with words for the person when the server does not answer. */
export async function callServer<C extends Contract>(
  server: Server,
  address: Address<C>,
  input: SentInputOf<C>,
  { ifLost = nothingLost, ...options }: CallOptions = {},
): Promise<ReplyOf<C>> {
  try {
    return await call<C>(address, input, { ...server, ...options })
  } catch (error) {
    throw explain(error, server, ifLost)
  }
}

/** As `send`: for replies that are read as they arrive. */
export async function readFromServer<C extends Contract>(
  server: Server,
  address: Address<C>,
  input: SentInputOf<C>,
  options: { headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Response> {
  try {
    return await send<C>(address, input, { ...server, ...options })
  } catch (error) {
    throw explain(error, server, nothingLost)
  }
}

function explain(error: unknown, { baseUrl }: Server, ifLost: string): unknown {
  // The server's own refusals say all of this themselves.
  if (error instanceof AppError && 'requestId' in error.details) return error
  if (error instanceof AppError && error.code === 'unavailable')
    return new AppError(
      'unavailable',
      `${error.message} ${ifLost} See whether the server runs and whether ${baseUrl} is its address, then try again.`,
      // What a call may want to know of the answer of whoever stood before the server.
      'answered' in error.details ? { answered: error.details.answered } : {},
    )
  // The reply was no JSON, or it broke off.
  if (error instanceof SyntaxError || error instanceof TypeError)
    return new AppError(
      'unavailable',
      `${baseUrl} answered, but not as Stepmark does. ${ifLost} See whether it is the right address.`,
    )
  return error
}
