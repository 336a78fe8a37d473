import { listPathParameters, z } from '@/lib/platform/contract'
import type { CallDocs, CallHead } from '../call-docs'
import { listFields, makeExample } from '../describe-fields'
import { findPart } from '../call-parts'
import { groupProblems } from '../problem-descriptions'
import { networkOperations } from './api'
import { readFacts } from './call-facts'
import type { Operation } from './operations'

const base = '/api/v1'

/** Every call that has an address. */
export function listCallHeads(): CallHead[] {
  return networkOperations.map(describeHead)
}

function describeHead({ contract: { name, method, path, summary } }: Operation): CallHead {
  return {
    name,
    method: method.toUpperCase(),
    path: `${base}${path}`,
    summary,
    part: findPart(path),
  }
}

/** Those of the names given, with all that is known of them. */
export function listCallDocs(names: ReadonlySet<string>): CallDocs[] {
  return networkOperations.filter(({ contract }) => names.has(contract.name)).map(describeCall)
}

const replyWords = {
  json: 'JSON',
  lines: 'Lines of JSON (or a table, as asked), as they are read. Each line:',
  bytes: 'The file, or the part of it that Range names.',
} as const

function describeCall(operation: Operation): CallDocs {
  const { contract } = operation
  const { who, token, takesKey, problems } = readFacts(operation)
  const input = z.toJSONSchema(contract.input, { io: 'input', unrepresentable: 'any' })
  const reply = z.toJSONSchema(contract.reply, { unrepresentable: 'any' })
  return {
    ...describeHead(operation),
    ...{ who, token, takesKey },
    fields: listFields(input),
    reply: replyWords[contract.sends],
    replyFields: contract.sends === 'bytes' ? [] : listFields(reply),
    problems: groupProblems(problems),
    curl: writeCurl(operation, makeExample(input) as Record<string, unknown>),
  }
}

/** One line a word that matters, as a shell reads it. */
function writeCurl(operation: Operation, example: Record<string, unknown>): string {
  const { contract } = operation
  const inPath = listPathParameters(contract.path)
  const path = contract.path.replace(/\{(\w+)\}/g, (_, name: string) => String(example[name]))
  const rest = Object.entries(example).filter(([name]) => !inPath.includes(name))
  const inQuery = contract.method === 'get' || contract.accepts === 'file'
  const query = inQuery
    ? new URLSearchParams(rest.map(([name, value]) => [name, String(value)])).toString()
    : ''
  const { takesKey, token } = readFacts(operation)
  return [
    `curl -sS${contract.method === 'get' ? '' : ` -X ${contract.method.toUpperCase()}`}`,
    token === 'never' ? null : `-H "Authorization: Bearer $STEPMARK_TOKEN"`,
    takesKey ? `-H "Idempotency-Key: $(uuidgen)"` : null,
    contract.accepts === 'file' ? `-H 'Content-Type: application/octet-stream' -T file` : null,
    !inQuery && rest.length > 0
      ? `-H 'Content-Type: application/json' -d ${quote(JSON.stringify(Object.fromEntries(rest)))}`
      : null,
    `"$STEPMARK_URL${base}${path}${query === '' ? '' : `?${query}`}"`,
  ]
    .filter((word) => word !== null)
    .join(' \\\n  ')
}

const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
