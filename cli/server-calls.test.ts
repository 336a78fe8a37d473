import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { httpOperations } from '@/lib/http/server/api'
import { repositoryRoot } from '@/lib/platform/server/repository-root'

const folder = join(repositoryRoot, 'cli')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|^testing\//.test(name))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))

/** The text of a call, up to the parenthesis that closes it. */
function readCall(text: string, from: number): string {
  let depth = 0
  for (let i = text.indexOf('(', from); i < text.length; i += 1) {
    if (text[i] === '(') depth += 1
    if (text[i] === ')') depth -= 1
    if (depth === 0) return text.slice(from, i)
  }
  return text.slice(from)
}

const calls = files.flatMap(({ name, text }) =>
  [...text.matchAll(/\bcallServer\(/g)].map((match) => {
    const call = readCall(text, match.index)
    const [, method, path] = /'(get|post|put|patch|delete) (\/[^']*)'/.exec(call) ?? []
    const operation = httpOperations.find(
      ({ contract }) => contract.method === method && contract.path === path,
    )
    return { at: `${name}: ${method} ${path}`, operation, text: call }
  }),
)

test('the API calls of the CLI are recognised in its source', () => {
  expect(calls.length).toBeGreaterThan(40)
  expect(calls.filter(({ operation }) => !operation).map(({ at }) => at)).toEqual([])
})

test('every write of the CLI either sends an idempotency key or declares whether repeating it is harmless', () => {
  const invalidCalls = calls.filter(({ operation, text }) => {
    const isWrite = operation?.kind === 'command'
    const declaresRepeat = /repeat: '(harmless|unsafe)'/.test(text)
    return declaresRepeat !== (isWrite && !operation.acceptsIdempotencyKey)
  })
  expect(invalidCalls.map(({ at }) => at)).toEqual([])
})

test('only the CLI’s read calls declare a lost reply harmless', () => {
  const invalidCalls = calls.filter(
    ({ operation, text }) => text.includes('lostReplyHint: null') && operation?.kind === 'command',
  )
  expect(invalidCalls.map(({ at }) => at)).toEqual([])
})

test('calls that create an invite or a held-out list are declared unsafe to repeat', () => {
  const unsafe = calls.filter(({ text }) => text.includes("repeat: 'unsafe'"))
  expect(new Set(unsafe.map(({ operation }) => operation?.contract.name))).toEqual(
    new Set(['addHeldOutList', 'createAccountInvite', 'createInvite']),
  )
})
