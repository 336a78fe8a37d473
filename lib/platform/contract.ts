import { createRoute, z } from '@hono/zod-openapi'
import type { ErrorCode } from './errors'
import { sendsInputInQuery } from './sends-input-in-query'

export { z }

export type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** An API call, described once. The route, the OpenAPI document and both clients are derived from it. */
export interface Contract<
  Input extends z.ZodObject = z.ZodObject,
  Reply extends z.ZodType = z.ZodType,
  M extends HttpMethod = HttpMethod,
  Path extends string = string,
> {
  /** Name of the function that runs it, and the OpenAPI operation id. */
  name: string
  method: M
  /** Below `/api/v1`, with parameters in braces. */
  path: Path
  summary: string
  /**
   * All input in one object. Parameters of the path come from the path, others from the query (GET, DELETE and file
   * uploads; see `sendsInputInQuery`) or from the JSON body.
   */
  input: Input
  /** The JSON response; with `sends: 'lines'`, one line of it. */
  reply: Reply
  /** `file`: the body is a file or a chunk of one. */
  accepts: 'json' | 'file'
  /** `lines`: streams JSONL (or a table). `bytes`: a stored file or the requested `Range` of it. */
  sends: 'json' | 'lines' | 'bytes'
  /** Media types of its replies, without parameters. */
  mediaTypes: readonly MediaType[]
  /** Errors in addition to those that every call of its kind can return. */
  problems: readonly ErrorCode[]
  route: ReturnType<typeof createRoute>
}

const defaultMediaTypes = {
  json: 'application/json',
  lines: 'application/x-ndjson',
  bytes: 'application/octet-stream',
} as const

export type MediaType =
  | (typeof defaultMediaTypes)[keyof typeof defaultMediaTypes]
  | 'text/csv'
  | 'text/markdown'
  | 'text/plain'
  | 'application/vnd.apache.parquet'

export type InputOf<C extends Contract> = z.output<C['input']>
/** What a caller passes: fields with defaults are optional. */
export type RequestInputOf<C extends Contract> = z.input<C['input']>
export type ReplyOf<C extends Contract> = z.output<C['reply']>

/** A contract without `mediaTypes` has the one that `sends` implies. */
type ContractOptions<C extends Contract> = Pick<
  C,
  'name' | 'method' | 'path' | 'summary' | 'input' | 'reply'
> &
  Partial<Pick<C, 'accepts' | 'sends' | 'mediaTypes' | 'problems'>>

const problemReply = {
  description: 'Rejected: what happened and what to do',
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
  const M extends HttpMethod,
  const Path extends string,
>(options: ContractOptions<Contract<Input, Reply, M, Path>>): Contract<Input, Reply, M, Path> {
  const { accepts = 'json', sends = 'json', mediaTypes = [defaultMediaTypes[sends]] } = options
  const withDefaults = { problems: [], ...options, accepts, sends, mediaTypes }
  return { ...withDefaults, route: describeRoute(withDefaults) }
}

/** Names in braces, in order. */
export function listPathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
}

function describeRoute(contract: Omit<Contract, 'route'>) {
  const pathNames = listPathParameters(contract.path)
  const fields = Object.entries(contract.input.shape)
  const params = z.object(Object.fromEntries(fields.filter(([name]) => pathNames.includes(name))))
  const otherFields = z.strictObject(
    Object.fromEntries(fields.filter(([name]) => !pathNames.includes(name))),
  )
  const hasOtherFields = fields.length > pathNames.length
  const sendsFieldsInQuery = sendsInputInQuery(contract.method, contract.accepts)
  const body =
    contract.accepts === 'file'
      ? { content: { 'application/octet-stream': { schema: z.string() } } }
      : {
          content: { 'application/json': { schema: otherFields } },
          required: !otherFields.safeParse({}).success,
        }
  const hasBody = contract.accepts === 'file' || (hasOtherFields && !sendsFieldsInQuery)
  return createRoute({
    method: contract.method,
    path: contract.path,
    operationId: contract.name,
    summary: contract.summary,
    tags: [contract.path.split('/')[1] ?? ''],
    request: {
      params,
      ...(hasOtherFields && sendsFieldsInQuery ? { query: otherFields } : {}),
      ...(hasBody ? { body } : {}),
    },
    responses: {
      200: {
        description: 'Done',
        content: Object.fromEntries(
          contract.mediaTypes.map((type) => [type, { schema: pickSchema(contract, type) }]),
        ),
      },
      default: problemReply,
    },
  })
}

/** Tables and other texts are described as a string. */
function pickSchema(
  { reply, sends }: Pick<Contract, 'reply' | 'sends'>,
  type: MediaType,
): z.ZodType {
  if (sends === 'bytes') return z.unknown()
  return type === 'application/json' || type === 'application/x-ndjson' ? reply : z.string()
}
