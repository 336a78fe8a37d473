import { listPathParameters, z } from '@/lib/platform/contract'
import type { ApiCallDocs, ApiCallListEntry } from '../call-docs'
import { findApiSection } from '../call-sections'
import { listSchemaFields, makeExampleInput } from '../describe-fields'
import { groupErrorCodesByStatus } from '../error-code-descriptions'
import { httpOperations } from './api'
import { summariseApiCall } from './call-summary'
import type { Operation } from './operations'

const base = '/api/v1'

/** Every call of the HTTP API. */
export function listApiCallEntries(): ApiCallListEntry[] {
  return httpOperations.map(describeListEntry)
}

function describeListEntry({
  contract: { name, method, path, summary },
}: Operation): ApiCallListEntry {
  return {
    name,
    method: method.toUpperCase(),
    path: `${base}${path}`,
    summary,
    section: findApiSection(path),
  }
}

/** Full docs of the named calls. */
export function listApiCallDocs(names: ReadonlySet<string>): ApiCallDocs[] {
  return httpOperations.filter(({ contract }) => names.has(contract.name)).map(describeCall)
}

const replyDescriptions = {
  json: 'JSON',
  lines: 'JSON lines, or a table in the requested format, streamed. Each line:',
  bytes: 'The file, or the requested Range of it.',
} as const

function describeCall(operation: Operation): ApiCallDocs {
  const { contract } = operation
  const { who, token, acceptsIdempotencyKey, problems } = summariseApiCall(operation)
  const input = z.toJSONSchema(contract.input, { io: 'input', unrepresentable: 'any' })
  const reply = z.toJSONSchema(contract.reply, { unrepresentable: 'any' })
  return {
    ...describeListEntry(operation),
    who,
    token,
    acceptsIdempotencyKey,
    fields: listSchemaFields(input),
    reply: replyDescriptions[contract.sends],
    replyFields: contract.sends === 'bytes' ? [] : listSchemaFields(reply),
    problems: groupErrorCodesByStatus(problems),
    curl: writeCurl(operation, makeExampleInput(input) as Record<string, unknown>),
  }
}

/** One line per argument, quoted for a shell. */
function writeCurl(operation: Operation, example: Record<string, unknown>): string {
  const { contract } = operation
  const inPath = listPathParameters(contract.path)
  const path = contract.path.replace(/\{(\w+)\}/g, (_, name: string) => String(example[name]))
  const bodyFields = Object.entries(example).filter(([name]) => !inPath.includes(name))
  const inQuery = contract.method === 'get' || contract.accepts === 'file'
  const query = inQuery
    ? new URLSearchParams(bodyFields.map(([name, value]) => [name, String(value)])).toString()
    : ''
  const { acceptsIdempotencyKey, token } = summariseApiCall(operation)
  return [
    `curl -sS${contract.method === 'get' ? '' : ` -X ${contract.method.toUpperCase()}`}`,
    token === 'never' ? null : `-H "Authorization: Bearer $STEPMARK_TOKEN"`,
    acceptsIdempotencyKey ? `-H "Idempotency-Key: $(uuidgen)"` : null,
    contract.accepts === 'file' ? `-H 'Content-Type: application/octet-stream' -T file` : null,
    !inQuery && bodyFields.length > 0
      ? `-H 'Content-Type: application/json' -d ${quote(JSON.stringify(Object.fromEntries(bodyFields)))}`
      : null,
    `"$STEPMARK_URL${base}${path}${query === '' ? '' : `?${query}`}"`,
  ]
    .filter((word) => word !== null)
    .join(' \\\n  ')
}

const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
