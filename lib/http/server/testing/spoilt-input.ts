import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import type { Operation } from '@/lib/http/server/operations'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { type Known, makeValid } from './generated-input'

/* Inputs that a call would take, with one place of them spoilt on purpose: generated from the contracts' own schemas. */

export type Input = Record<string, unknown>
export type Path = readonly (string | number)[]

/** What someone puts in place of a text who hopes that it reaches a query as it stands. */
export const injections: readonly unknown[] = [
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

/** Texts that no field holds. */
export const unstorable: readonly string[] = [
  'a\0b',
  '\ud800',
  'x\udfff y',
  'a'.repeat(1024 * 1024),
]

/** Names that are everyone's in JavaScript, and rights that no one gives themselves. */
const special = ['__proto__', 'constructor', 'prototype', 'isAdmin', 'polluted', 'where', 'data']

let columns: readonly string[] | undefined
/** The names of all columns of all models, and some more. */
export function listKeys(): readonly string[] {
  const folder = join(repositoryRoot, 'prisma', 'schema')
  columns ??= [
    ...new Set([
      ...special,
      ...readdirSync(folder).flatMap((file) =>
        [...readFileSync(join(folder, file), 'utf8').matchAll(/^ {2}(\w+) +\w/gm)].map(
          ([, column]) => column!,
        ),
      ),
    ]),
  ]
  return columns
}

/** Inputs that a call takes, each field of it in one of them; the same ones each time. */
export function sampleValid({ contract }: Operation, known: Known, count: number): Input[] {
  const inputs = makeValid(contract.input, known)
  const draw = (numRuns: number) =>
    fc
      .sample(inputs, { numRuns, seed: 1 })
      .filter((input) => contract.input.safeParse(input).success) as Input[]
  const few = draw(count * 5)
  const valid = few.length < count ? draw(count * 40) : few
  // Those that say most come first.
  return valid.sort((a, b) => countPlaces(b) - countPlaces(a)).slice(0, count)
}

const countPlaces = (input: Input) => [...walk(input)].length

export interface Place {
  path: Path
  value: unknown
}

/** Every value in an input, with its path; the input itself first. */
export function* walk(value: unknown, path: Path = []): Generator<Place> {
  yield { path, value }
  if (typeof value !== 'object' || value === null) return
  for (const [key, child] of Object.entries(value))
    yield* walk(child, [...path, Array.isArray(value) ? Number(key) : key])
}

/** A copy with something else at a path. */
export function replaceAt(input: unknown, path: Path, value: unknown): Input {
  if (path.length === 0) return value as Input
  const [key, ...rest] = path
  const copy: unknown = structuredClone(input)
  define(copy as object, key!, replaceAt((copy as Input)[key!], rest, value))
  return copy as Input
}

/** A copy with further keys in the object at a path. */
export function addAt(input: Input, path: Path, keys: readonly string[], value: unknown): Input {
  const place = [...walk(input)].find((each) => each.path.join('\n') === path.join('\n'))!
  const copy = structuredClone(place.value) as object
  for (const key of keys) define(copy, key, value)
  return replaceAt(input, path, copy)
}

/** Also `__proto__`, as a key like any other: JSON has such. */
function define(parent: object, key: string | number, value: unknown): void {
  Object.defineProperty(parent, key, {
    ...{ value, enumerable: true, writable: true, configurable: true },
  })
}

/** `ratings.*`: places of one kind are one. */
export const nameKind = (path: Path) =>
  path.map((part) => (typeof part === 'number' ? '*' : part)).join('.')
