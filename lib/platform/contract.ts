import { createRoute, z } from '@hono/zod-openapi'

export { z }

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** One call of the API, described once: the route, the OpenAPI page and both clients come from it. */
export interface Contract<
  Input extends z.ZodObject = z.ZodObject,
  Reply extends z.ZodType = z.ZodType,
  M extends Method = Method,
  Path extends string = string,
> {
  /** The name of the function that does it, and the OpenAPI operation id. */
  name: string
  method: M
  /** Under `/api/v1`, parameters in braces. */
  path: Path
  summary: string
  /**
   * Everything that comes with the call, in one object: what the path names is taken from the path, the rest from the
   * query (GET, and calls whose body is a file) or from the JSON body.
   */
  input: Input
  /** The JSON that comes back; for `sends: 'lines'`, a line of it. */
  reply: Reply
  /** `file`: the body is a file, or a piece of one. */
  accepts: 'json' | 'file'
  /** `lines`: the reply is JSONL (or a table), written as it is read. `bytes`: a stored file, or the part that `Range` names. */
  sends: 'json' | 'lines' | 'bytes'
  route: ReturnType<typeof createRoute>
}

export type InputOf<C extends Contract> = z.output<C['input']>
/** What a caller writes: defaults may be left out. */
export type SentInputOf<C extends Contract> = z.input<C['input']>
export type ReplyOf<C extends Contract> = z.output<C['reply']>

interface Parts<Input, Reply, M, Path> {
  name: string
  method: M
  path: Path
  summary: string
  input: Input
  reply: Reply
  accepts?: 'json' | 'file'
  sends?: 'json' | 'lines' | 'bytes'
}

const problemReply = {
  description: 'Refused: what happened, and what to do',
  content: {
    'application/problem+json': {
      schema: z.looseObject({
        type: z.string(),
        title: z.string(),
        status: z.number(),
        code: z.string(),
      }),
    },
  },
}

export function defineContract<
  Input extends z.ZodObject,
  Reply extends z.ZodType,
  const M extends Method,
  const Path extends string,
>(parts: Parts<Input, Reply, M, Path>): Contract<Input, Reply, M, Path> {
  const { accepts = 'json', sends = 'json' } = parts
  return { ...parts, accepts, sends, route: describeRoute({ ...parts, accepts, sends }) }
}

/** Names in braces, in order. */
export function listPathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
}

const replyTypes = {
  json: 'application/json',
  lines: 'application/x-ndjson',
  bytes: 'application/octet-stream',
} as const

function describeRoute(contract: Omit<Contract, 'route'>) {
  const inPath = listPathParameters(contract.path)
  const fields = Object.entries(contract.input.shape)
  const params = z.object(Object.fromEntries(fields.filter(([name]) => inPath.includes(name))))
  const rest = z.object(Object.fromEntries(fields.filter(([name]) => !inPath.includes(name))))
  const hasRest = fields.length > inPath.length
  const restInQuery = contract.method === 'get' || contract.accepts === 'file'
  const body =
    contract.accepts === 'file'
      ? { content: { 'application/octet-stream': { schema: z.string() } } }
      : { content: { 'application/json': { schema: rest } } }
  const hasBody = contract.accepts === 'file' || (hasRest && !restInQuery)
  return createRoute({
    method: contract.method,
    path: contract.path,
    operationId: contract.name,
    summary: contract.summary,
    tags: [contract.path.split('/')[1] ?? ''],
    request: {
      params,
      ...(hasRest && restInQuery ? { query: rest } : {}),
      ...(hasBody ? { body } : {}),
    },
    responses: {
      200: {
        description: 'Done',
        content: {
          [replyTypes[contract.sends]]: {
            schema: contract.reply,
          },
        },
      },
      default: problemReply,
    },
  })
}
