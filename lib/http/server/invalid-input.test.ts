import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from '@/lib/platform/contract'
import { isFullTestRun, reportTestFigures } from '@/lib/platform/testing/report-figures'
import { type Operation, operations } from './operations'
import {
  addKeysAtPath,
  formatPathPattern,
  injectionValues,
  type CallInput,
  listModelColumnNames,
  replaceValueAtPath,
  sampleValidInputs,
  unstorableTexts,
  walkInputValues,
} from './testing/invalid-input'

const existingRecords = { slugs: ['a-project'], ids: [randomUUID()] }
const samplesEach = isFullTestRun ? 40 : 3

const samples = new Map<Operation, CallInput[]>()
function sample(operation: Operation): CallInput[] {
  const inputs =
    samples.get(operation) ?? sampleValidInputs(operation, existingRecords, samplesEach)
  samples.set(operation, inputs)
  return inputs
}

/** Imported data with its own validation (lib/formats): any key and value, none of which is a column. */
const isData = (location: string) => location.startsWith('sendScores: lines.*.sample')

const isClean = () =>
  ({} as CallInput).polluted === undefined && Object.keys(Object.prototype).length === 0

/** Expects that parsed values have the standard prototypes. */
function expectPlain(value: unknown): void {
  for (const { value: part } of walkInputValues(value)) {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) continue
    expect([Object.prototype, null]).toContain(Object.getPrototypeOf(part))
    if (!Object.hasOwn(part, 'polluted')) expect((part as CallInput).polluted).toBeUndefined()
  }
}

test('these tests have valid sample input for every call', () => {
  const callsWithoutSample = operations.filter((operation) => sample(operation).length === 0)
  expect(callsWithoutSample.map(({ contract }) => contract.name)).toEqual([])
})

test('no call accepts a column that it does not name, at any depth of its input', () => {
  const keys = listModelColumnNames().filter((key) => key !== '__proto__')
  expect(keys.length).toBeGreaterThan(300)
  const acceptedLocations: string[] = []
  let objects = 0
  for (const operation of operations) {
    const namedKeys = listNamedKeys(operation)
    for (const input of sample(operation))
      for (const { path, value } of walkInputValues(input)) {
        if (typeof value !== 'object' || value === null || Array.isArray(value)) continue
        const location = `${operation.contract.name}: ${formatPathPattern(path)}`
        if (isData(location)) continue
        const extraKeys = keys.filter((key) => !namedKeys.has(key))
        const { error } = operation.contract.input.safeParse(
          addKeysAtPath(input, path, extraKeys, 'admin'),
        )
        const rejectedKeys = new Set(
          error?.issues.flatMap((issue) =>
            issue.code === 'unrecognized_keys' ? issue.keys : String(issue.path.at(-1)),
          ),
        )
        const acceptedExtraKeys = extraKeys.filter((key) => !rejectedKeys.has(key))
        if (acceptedExtraKeys.length > 0 && !isInUnion(error?.issues))
          acceptedLocations.push(`${location}: ${acceptedExtraKeys.join()}`)
        objects += 1
      }
  }
  expect(isClean()).toBe(true)
  reportTestFigures('Mass assignment, by the schemas', {
    calls: operations.length,
    objects,
    keys: keys.length,
  })
  expect([...new Set(acceptedLocations)]).toEqual([])
})

/** The keys and enum values that a contract names. */
function listNamedKeys({ contract }: Operation): Set<string> {
  const schema = z.toJSONSchema(contract.input, { io: 'input', unrepresentable: 'any' })
  const text = JSON.stringify(schema)
  const properties = [...text.matchAll(/"([^"]+)":\{/g)].map(([, key]) => key!)
  const values = [...text.matchAll(/"enum":\[([^\]]*)\]/g)].flatMap(([, list]) =>
    list!.split(',').map((value) => value.replaceAll('"', '')),
  )
  return new Set([...properties, ...values])
}

/** Zod reports the branches of a union as one issue. */
const isInUnion = (issues?: readonly { code: string }[]) =>
  issues?.some(({ code }) => code === 'invalid_union') ?? false

test('values under __proto__ and constructor.prototype have no effect', () => {
  const pollution = JSON.parse('{"isInstanceAdmin":true,"role":"admin","polluted":true}') as unknown
  for (const operation of operations)
    for (const input of sample(operation))
      for (const { path, value } of walkInputValues(input)) {
        if (typeof value !== 'object' || value === null || Array.isArray(value)) continue
        const { data } = operation.contract.input.safeParse(
          addKeysAtPath(input, path, ['__proto__'], pollution),
        )
        if (data !== undefined) {
          expectPlain(data)
          if (!isData(`${operation.contract.name}: ${formatPathPattern(path)}`))
            expect(data).toEqual(operation.contract.input.parse(input))
        }
        expectPlain(
          operation.contract.input.safeParse(
            addKeysAtPath(input, path, ['constructor'], { prototype: pollution }),
          ).data,
        )
        expect(isClean()).toBe(true)
      }
})

test('no text field accepts an operator, a list, a number or a text that cannot be stored', () => {
  const acceptedSet = new Set<string>()
  const kinds = new Set<string>()
  let inputCount = 0
  for (const operation of operations)
    for (const input of sample(operation))
      for (const { path, value } of walkInputValues(input)) {
        const location = `${operation.contract.name}: ${formatPathPattern(path)}`
        if (typeof value !== 'string' || isData(location)) continue
        kinds.add(location)
        for (const hostileValue of [...injectionValues, ...unstorableTexts]) {
          inputCount += 1
          const { success } = operation.contract.input.safeParse(
            replaceValueAtPath(input, path, hostileValue),
          )
          if (success)
            acceptedSet.add(`${location} takes ${JSON.stringify(hostileValue).slice(0, 40)}`)
        }
      }
  reportTestFigures('Operator injection, by the schemas', {
    'kinds of text fields': kinds.size,
    inputs: inputCount,
  })
  expect(isClean()).toBe(true)
  expect([...acceptedSet]).toEqual([])
})
