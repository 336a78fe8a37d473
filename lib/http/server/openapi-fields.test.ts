import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  emailField,
  nonBlankTextField,
  instantField,
  nameField,
  zonedInstantField,
} from '@/lib/platform/fields'
import { fieldDescriptions } from '../field-descriptions'
import { loadOpenApiDocument } from './testing/load-openapi'

interface Described {
  operationId: string
  parameters?: { $ref?: string; name?: string }[]
  responses: object
  requestBody?: object
}

let document: Record<string, unknown>
let calls: Map<string, Described>

beforeAll(async () => {
  ;({ document, calls } = await loadOpenApiDocument<Described>())
})

test('every field of a call and of its reply has a description', () => {
  const undescribed = new Set<string>()
  let count = 0
  const visitPart = (part: unknown, path: string): void => {
    if (typeof part !== 'object' || part === null) return
    for (const [key, value] of Object.entries(part)) {
      if (key !== 'properties') {
        visitPart(value, path)
        continue
      }
      for (const [name, field] of Object.entries(value as Record<string, object>)) {
        count++
        if (!('description' in field)) undescribed.add(`${path}.${name}`)
        visitPart(field, `${path}.${name}`)
      }
    }
  }
  for (const [name, call] of calls) {
    const { parameters = [], responses, ...request } = call
    for (const { $ref, name: parameter, ...otherFields } of parameters)
      if ($ref === undefined && !JSON.stringify(otherFields).includes('"description"'))
        undescribed.add(`${name}?${parameter}`)
    visitPart(request.requestBody, name)
    visitPart((responses as Record<number, unknown>)[200], name)
  }
  visitPart(document.components, 'components')
  expect(count).toBeGreaterThan(1_000)
  expect([...undescribed]).toEqual([])
})

interface Field {
  description?: string
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Field[]
  properties?: Record<string, Field>
  $ref?: string
}

/** Every described field with its path: call or component, `request` for what is sent, and names. */
function listFields(): { path: string; field: Field }[] {
  const fields: { path: string; field: Field }[] = []
  const visitPart = (part: unknown, path: string): void => {
    if (typeof part !== 'object' || part === null) return
    for (const [key, value] of Object.entries(part))
      if (key !== 'properties') visitPart(value, path)
      else
        for (const [name, field] of Object.entries(value as Record<string, Field>)) {
          fields.push({ path: `${path}.${name}`, field })
          visitPart(field, `${path}.${name}`)
        }
  }
  for (const [name, call] of calls) {
    const { parameters = [], responses, requestBody } = call
    for (const { name: parameter, ...otherFields } of parameters) {
      const { schema = {}, description } = otherFields as { schema?: Field; description?: string }
      const field = { ...schema, ...(description === undefined ? {} : { description }) }
      if (parameter !== undefined) fields.push({ path: `${name}.request.${parameter}`, field })
    }
    visitPart(requestBody, `${name}.request`)
    visitPart(responses, name)
  }
  const { schemas } = document.components as { schemas: Record<string, object> }
  for (const [name, schema] of Object.entries(schemas)) visitPart(schema, name)
  return fields
}

describe('field descriptions', () => {
  const findDescription = (path: string) =>
    listFields().find((field) => field.path === path)?.field.description

  test.each([
    ['getGuideline.changes.passages.after', /^The passage after the change/],
    ['getGuideline.changes.since', /^Version/],
    ['getGuideline.request.since', /^Version/],
    ['createRelease.request.since', /^Number of an earlier release/],
    ['getOwnPerformance.pause.since', /^When it started/],
    ['getPreferences.keys.rateNegative', /^Key for a negative rating$/],
    ['getPreferences.keys.undo', /^Key for undo$/],
    ['getAgreement.result.report.measures.alphaError', /^Krippendorff/],
    ['decideAnswerPair.request.pair', /^Id of the pair$/],
    ['decideAnswerPair.pair', /^The pair after/],
    ['listAudit.request.after', /^`next` of the previous page$/],
  ])(
    '%s has a description of its own, not that of another field with the same name',
    (path, description) => {
      expect(findDescription(path)).toMatch(description)
    },
  )

  test('every shared description is used', () => {
    const keys = new Set(Object.keys(fieldDescriptions))
    for (const { path } of listFields()) {
      const names = path.split('.')
      const suffixes = names.map((_, i) => names.slice(i).join('.'))
      keys.delete(suffixes.find((suffix) => suffix in fieldDescriptions) ?? '')
    }
    expect([...keys]).toEqual([])
  })

  test('the wording of each description fits the type of its field', () => {
    const rules: readonly [description: RegExp, types: readonly string[]][] = [
      [/^Whether (?!each)/, ['boolean']],
      [/^(Number of (?!options on)|How many )/, ['number', 'integer']],
      [/^(When|Name of|Key for|Column of(?! the table)) /, ['string']],
      [/^Id of /, ['string', 'integer', 'number']],
      [/(newest|oldest) first$/, ['array']],
    ]
    const mismatches = listFields().filter(({ path, field }) => {
      const types = listTypes(field)
      if (types.length === 0 || path === 'listAnnotations.request.sample') return false
      return rules.some(
        ([description, allowed]) =>
          description.test(field.description ?? '') &&
          !types.some((type) => allowed.includes(type)),
      )
    })
    expect(mismatches.map(({ path, field }) => `${path}: ${field.description}`)).toEqual([])
  })

  test('no description explains null for a field that is never null', () => {
    const mismatches = listFields().filter(
      ({ field }) =>
        / null( |:)/.test(field.description ?? '') &&
        !JSON.stringify(field).includes('null"') &&
        !JSON.stringify(field.enum ?? []).includes('null') &&
        field.$ref === undefined,
    )
    expect(mismatches.map(({ path, field }) => `${path}: ${field.description}`)).toEqual([])
  })
})

/** The types of a field but null, with booleans in queries. */
function listTypes({ type = [], anyOf = [], enum: values = [] }: Field): string[] {
  const isBoolean =
    values.length > 0 && values.every((value) => value === 'true' || value === 'false')
  const types = [type].flat().filter((each) => each !== 'null')
  return [...types, ...anyOf.flatMap(listTypes), ...(isBoolean ? ['boolean'] : [])]
}

describe('the described request of a call', () => {
  test('has no other body keys than those described', () => {
    const openObjects: string[] = []
    const visitPart = (part: unknown, path: string): void => {
      if (typeof part !== 'object' || part === null) return
      if ('properties' in part && !('propertyNames' in part)) {
        const { additionalProperties } = part as { additionalProperties?: unknown }
        if (additionalProperties !== false) openObjects.push(path)
      }
      for (const [key, value] of Object.entries(part)) visitPart(value, `${path}.${key}`)
    }
    for (const [name, call] of calls) visitPart(call.requestBody, name)
    expect(openObjects).toEqual([])
  })

  test.each([
    ['getWorkSteps', 'around'],
    ['getQuestionStep', 'step'],
  ])('of %s requires the number %s, which is never null', (name, parameter) => {
    expect(calls.get(name)?.parameters?.find(({ name: each }) => each === parameter)).toMatchObject(
      {
        required: true,
        schema: { type: 'integer' },
      },
    )
  })

  test('describes the allowed keys of objects that are indexed by step', () => {
    const { requestBody } = calls.get('saveAnnotation') as {
      requestBody: { content: { 'application/json': { schema: Field } } }
    }
    const { properties } = requestBody.content['application/json'].schema
    expect(properties?.supersededErrors).toMatchObject({
      propertyNames: { pattern: String.raw`^(0|[1-9]\d{0,4})$` },
    })
  })
})

describe('the pattern of a text field', () => {
  const readPattern = (path: string, field: string) => {
    const { post } = (document.paths as Record<string, { post: BodyCall }>)[`/api/v1${path}`]!
    const { schema } = post.requestBody.content['application/json']
    return new RegExp(schema.properties[field]!.pattern!)
  }
  interface BodyCall {
    requestBody: {
      content: {
        'application/json': { schema: { properties: Record<string, { pattern?: string }> } }
      }
    }
  }
  const characters = [' ', '\n', 'a', '\0', '\u007f', '\u200f', '\u2029', 'é', '😀']
  const text = fc.string({ unit: fc.constantFrom(...characters), maxLength: 6 })

  test.each([
    ['a name', '/projects', 'name', nameField(120)],
    ['a text', '/leases/{lease}/skip', 'reason', nonBlankTextField(2_000)],
  ])('for %s accepts what the server accepts', (_, path, field, serverField) => {
    const prefix = path === '/projects' ? '' : '/projects/{project}'
    const pattern = readPattern(prefix + path, field)
    fc.assert(
      fc.property(text, (value) => {
        expect(pattern.test(value), JSON.stringify(value)).toBe(
          serverField.safeParse(value).success,
        )
      }),
    )
  })

  test('for an email address accepts what the server accepts', () => {
    const pattern = readPattern('/accounts/search', 'email')
    const address = fc.string({ unit: fc.constantFrom('a', '-', '.', '@', '+'), maxLength: 9 })
    fc.assert(
      fc.property(fc.oneof(address, fc.emailAddress()), (value) => {
        expect(pattern.test(value), value).toBe(emailField.safeParse(value).success)
      }),
    )
  })

  test('exists for every date and time in a request, because its format also allows other notations', () => {
    const withoutPattern: string[] = []
    const visitPart = (part: unknown, path: string): void => {
      if (typeof part !== 'object' || part === null) return
      const { format, pattern } = part as { format?: unknown; pattern?: unknown }
      if ((format === 'date' || format === 'date-time') && pattern === undefined)
        withoutPattern.push(path)
      for (const [key, value] of Object.entries(part)) visitPart(value, `${path}.${key}`)
    }
    for (const [name, { parameters, requestBody }] of calls)
      visitPart({ parameters, requestBody }, name)
    expect(withoutPattern).toEqual([])
  })

  test('for a time with an offset accepts what the server accepts', () => {
    const { schema } = (document.paths as Record<string, { post: BodyCall }>)[
      '/api/v1/projects/{project}/releases'
    ]!.post.requestBody.content['application/json']
    const filters = schema.properties.filters as {
      properties?: Record<string, { pattern?: string }>
    }
    const pattern = new RegExp(filters.properties!.from!.pattern!)
    const acceptedTimes = [
      '2026-02-28T00:00:00Z',
      '2026-02-28T00:00:00+15:59',
      '2026-02-28T00:00:00-01:30',
    ]
    const bad = ['2026-02-28T00:00:00+16:00', '0000-02-28T00:00:00Z', '2026-02-30T00:00:00Z']
    for (const value of [...acceptedTimes, ...bad]) {
      expect(pattern.test(value), value).toBe(acceptedTimes.includes(value))
      expect(zonedInstantField.safeParse(value).success, value).toBe(acceptedTimes.includes(value))
    }
  })

  test('for a time accepts what the server accepts', () => {
    const pattern = readPattern('/projects/{project}/pauses/{pause}/review', 'since')
    const instants = ['2026-02-28T00:00:00Z', '2024-02-29T23:59:59.999999Z', '9999-12-31T00:00:00Z']
    const rejectedTimes = [
      '2026-02-30T00:00:00Z',
      '0000-01-01T00:00:00Z',
      '2026-01-01T00:00:00+01:00',
    ]
    for (const value of [...instants, ...rejectedTimes]) {
      expect(pattern.test(value), value).toBe(instants.includes(value))
      expect(instantField.safeParse(value).success, value).toBe(instants.includes(value))
    }
  })
})
