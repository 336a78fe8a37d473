import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import type { Operation } from '@/lib/http/server/operations'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { type ExistingValues, generateSchemaInput } from './generated-input'

/* Valid inputs with one value made invalid, generated from the schemas of the contracts. */

export type CallInput = Record<string, unknown>
export type InputPath = readonly (string | number)[]

/** Values that replace a text in the hope that a query uses them unchecked. */
export const injectionValues: readonly unknown[] = [
  { not: '' },
  { contains: '' },
  { startsWith: 'a' },
  { in: [''] },
  { $ne: null },
  { set: 'x' },
  { connect: { id: '1' } },
  { create: { role: 'admin' } },
  { OR: [{}] },
  [],
  ['a'],
  [[{ not: '' }]],
  0,
  1,
  true,
]

/** Texts that no field accepts. */
export const unstorableTexts: readonly string[] = [
  'a\0b',
  '\ud800',
  'x\udfff y',
  'a'.repeat(1024 * 1024),
]

/** Names that every JavaScript object has, Prisma's arguments, and rights that no one may give themselves. */
const dangerousNames = [
  '__proto__',
  'constructor',
  'prototype',
  'isAdmin',
  'polluted',
  'where',
  'data',
]

let columns: readonly string[] | undefined
/** The column names of all models, and some more. */
export function listModelColumnNames(): readonly string[] {
  const folder = join(repositoryRoot, 'prisma', 'schema')
  columns ??= [
    ...new Set([
      ...dangerousNames,
      ...readdirSync(folder).flatMap((file) =>
        [...readFileSync(join(folder, file), 'utf8').matchAll(/^ {2}(\w+) +\w/gm)].map(
          ([, column]) => column!,
        ),
      ),
    ]),
  ]
  return columns
}

/** Up to `count` valid inputs of a call, those with most values first. Deterministic. */
export function sampleValidInputs(
  { contract }: Operation,
  existingValues: ExistingValues,
  count: number,
): CallInput[] {
  const inputs = generateSchemaInput(contract.input, existingValues)
  const sampleInputs = (numRuns: number) =>
    fc
      .sample(inputs, { numRuns, seed: 1 })
      .filter((input) => contract.input.safeParse(input).success) as CallInput[]
  const firstInputs = sampleInputs(count * 5)
  const valid = firstInputs.length < count ? sampleInputs(count * 40) : firstInputs
  return valid.sort((a, b) => countValues(b) - countValues(a)).slice(0, count)
}

const countValues = (input: CallInput) => [...walkInputValues(input)].length

export interface InputValueAtPath {
  path: InputPath
  value: unknown
}

/** Every value of an input with its path, starting with the input itself. */
export function* walkInputValues(
  value: unknown,
  path: InputPath = [],
): Generator<InputValueAtPath> {
  yield { path, value }
  if (typeof value !== 'object' || value === null) return
  for (const [key, child] of Object.entries(value))
    yield* walkInputValues(child, [...path, Array.isArray(value) ? Number(key) : key])
}

/** Returns a copy with the value at a path replaced. */
export function replaceValueAtPath(input: unknown, path: InputPath, value: unknown): CallInput {
  if (path.length === 0) return value as CallInput
  const [key, ...remainingPath] = path
  const copy: unknown = structuredClone(input)
  setProperty(
    copy as object,
    key!,
    replaceValueAtPath((copy as CallInput)[key!], remainingPath, value),
  )
  return copy as CallInput
}

/** Returns a copy with extra keys in the object at a path. */
export function addKeysAtPath(
  input: CallInput,
  path: InputPath,
  keys: readonly string[],
  value: unknown,
): CallInput {
  const match = [...walkInputValues(input)].find(
    (each) => each.path.join('\n') === path.join('\n'),
  )!
  const copy = structuredClone(match.value) as object
  for (const key of keys) setProperty(copy, key, value)
  return replaceValueAtPath(input, path, copy)
}

/** Also `__proto__`, as an ordinary key of JSON. */
function setProperty(parent: object, key: string | number, value: unknown): void {
  Object.defineProperty(parent, key, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  })
}

/** `ratings.*`: all items of a list have the same pattern. */
export const formatPathPattern = (path: InputPath) =>
  path.map((part) => (typeof part === 'number' ? '*' : part)).join('.')
