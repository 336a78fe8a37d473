import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  applyColumnMapping,
  type ColumnMapping,
  acceptedCsvColumns,
  csvFields,
  listDefaultColumnNames,
  matchMappingToHeader,
} from './column-mapping'
import { readItemRecord } from './detect-input-format'
import { readItems, type ItemReadOptions } from './read-items'

async function readTable(
  text: string,
  columns: ColumnMapping,
  format: ItemReadOptions['format'] = 'auto',
) {
  const headers: string[][] = []
  const options = {
    format,
    columns,
    onHeader: (headerColumns: readonly string[]) => headers.push([...headerColumns]),
  }
  async function* chunks() {
    yield new TextEncoder().encode(text)
  }
  const items = await Array.fromAsync(readItems(chunks(), options))
  const results = items.map((item) =>
    'error' in item ? { ok: false as const, errors: [item.error] } : readItemRecord(format, item),
  )
  return { headers, results }
}

const table = 'Question;Gold;Output;answer\nWhat?;2;"One.\n\nTwo.";3\nWho?;;Me.;\n'
const mapping = { problem: 'Question', answer: 'Gold', text: 'Output' }

test('reads a table with custom column names by its mapping', async () => {
  const { headers, results } = await readTable(table, mapping)
  expect(headers).toEqual([['Question', 'Gold', 'Output', 'answer']])
  expect(results).toMatchObject([
    {
      ok: true,
      record: {
        problem: { statement: 'What?', answer: '2' },
        solutions: [{ text: 'One.\n\nTwo.', metadata: { 'answer (column 4)': '3' } }],
      },
    },
    {
      ok: true,
      record: { problem: { statement: 'Who?', answer: null }, solutions: [{ text: 'Me.' }] },
    },
  ])
  const readRecords = async (format: 'auto' | 'csv') =>
    (await readTable(table, mapping, format)).results.map((result) => result.ok && result.record)
  expect(await readRecords('csv')).toEqual(await readRecords('auto'))
})

test('errors in a row name the columns of the file, not the fields that they are mapped to', async () => {
  const { results } = await readTable(
    'Question,Output,Prob,My steps\nWhat?,,0.5,\nWhat?,a,x,\nWhat?,,,"["""",1]"\n,a,,\nWhat?,a\0,,\n',
    {
      problem: 'Question',
      text: 'Output',
      score: 'Prob',
      steps: 'My steps',
    },
  )
  expect(results).toEqual([
    {
      ok: false,
      errors: [
        {
          location: 'line',
          reason: 'A row needs "Output" (to be split into steps) or "My steps".',
        },
      ],
    },
    {
      ok: false,
      errors: [
        {
          location: 'Prob',
          reason: 'Expected a finite number. Write decimals with a point.',
        },
      ],
    },
    {
      ok: false,
      errors: [
        { location: '["My steps"][0]', reason: 'The text is empty.' },
        { location: '["My steps"][1]', reason: 'Expected text, got 1. Write "1".' },
      ],
    },
    { ok: false, errors: [{ location: 'Question', reason: 'Missing. Its value must be text.' }] },
    {
      ok: false,
      errors: [
        {
          location: 'Output',
          reason: 'Text contains the character NUL, which can’t be stored (character 2).',
        },
      ],
    },
  ])
})

test('errors and the header name recognised columns in the case of the file', async () => {
  const text =
    'Problem, Model ,TEXT,Score\nWhat?,m,,x\nWhat?,m,,0.5\n,m,So 2.,\nWhat?,"a\0",So 2.,\n'
  const { headers, results } = await readTable(text, {})
  expect(headers).toEqual([['Problem', 'Model', 'TEXT', 'Score']])
  expect(results).toMatchObject([
    { errors: [{ location: 'Score' }] },
    { errors: [{ reason: 'A row needs "TEXT" (to be split into steps) or "steps".' }] },
    { errors: [{ location: 'Problem' }] },
    { errors: [{ location: 'Model' }] },
  ])
  const read = await readTable('Problem,Model,TEXT\nWhat?,m,So 2.\n', {})
  expect(read.results).toMatchObject([
    { record: { solutions: [{ generator: 'm', metadata: {} }] } },
  ])
  const twice = await readTable('problem,text,Model,model\na,b,c,d\n', {})
  expect(twice.results).toMatchObject([
    { errors: [{ reason: expect.stringContaining('"model"') }] },
  ])
  const unmapped = await readTable('Frage,Model,Antwort\na,b,c\n', {})
  expect(unmapped.results).toMatchObject([
    { errors: [{ reason: expect.stringContaining('"Frage", "Model", "Antwort"') }] },
  ])
})

test('errors name columns as in the file that are renamed, or start with the name of another', async () => {
  const text =
    'Problem,TEXT,text$,answer,My gold,step_scores\nWhat?,a.,"b\0",,,\nWhat?,a.,,"c\0",,\nWhat?,a.,,,,[x]\n'
  const { results } = await readTable(text, { answer: 'My gold' })
  expect(results).toMatchObject([
    { errors: [{ location: 'text$' }] },
    { errors: [{ location: 'answer' }] },
    { errors: [{ location: 'step_scores' }] },
  ])
})

test('a mapping matches columns whatever their case', () => {
  expect(matchMappingToHeader({ generator: 'model', text: 'x' }, ['Model', 'X'])).toEqual({
    generator: 'Model',
    text: 'x',
  })
})

test('reports the header columns of a table that needs a mapping', async () => {
  const { headers, results } = await readTable(table, {})
  expect(headers).toEqual([['Question', 'Gold', 'Output', 'answer']])
  expect(results).toMatchObject([{ ok: false, errors: [{ location: 'file' }] }])
  const unknown = await readTable('Question;Output\nWhat?;Me.\n', {})
  expect(unknown.headers).toEqual([['Question', 'Output']])
})

test('reports no header columns for JSON lines', async () => {
  const { headers } = await readTable('{"problem": "p", "samples": ["a"]}\n', {})
  expect(headers).toEqual([])
})

test.each([
  [{ ...mapping, id: 'Nowhere' }, /mapped to id is not in the header: "Nowhere"/],
  [{ ...mapping, id: 'Gold' }, /"Gold" is mapped to two fields/],
  [{ problem: 'Question', text: 'ANSWER', answer: ' answer' }, /"answer" is mapped to two/],
  [{ problem: 'Question' }, /needs the columns|must be a header with the columns/],
] as const)('rejects the whole file for an impossible mapping: %j', async (columns, message) => {
  const { results } = await readTable(table, columns)
  expect(results).toHaveLength(1)
  expect(results[0]).toMatchObject({
    ok: false,
    errors: [{ location: 'file', reason: expect.stringMatching(message) as string }],
  })
})

test('treats a blank cell of a mapped column as missing', async () => {
  const { results } = await readTable(
    'Q,Output,response,Gen,model\nw1,words,,g,\nw2,,other words,,m2\nw3,mine,theirs,,m3\n',
    { problem: 'Q', text: 'Output', generator: 'Gen' },
  )
  expect(results).toMatchObject([
    { ok: true, record: { solutions: [{ text: 'words', generator: 'g', metadata: {} }] } },
    { ok: false, errors: [{ reason: expect.stringMatching(/needs "Output"/) as string }] },
    { ok: true },
  ])
  const [solution] = results[2]?.ok ? results[2].record.solutions : []
  expect(solution).toMatchObject({
    text: 'mine',
    generator: null,
    metadata: { 'response (column 3)': 'theirs', 'model (column 5)': 'm3' },
  })
})

test('keeps the default column names for unmapped fields', async () => {
  const { results } = await readTable('Q,completion,response,model\np,,r,m\n', { problem: 'Q' })
  expect(results).toMatchObject([
    { ok: true, record: { solutions: [{ text: 'r', generator: 'm' }] } },
  ])
})

test('lets a default column name be mapped explicitly', async () => {
  const { results } = await readTable('problem,text,response\np,t,r\n', { text: 'Response' })
  expect(results).toMatchObject([
    { ok: true, record: { solutions: [{ text: 'r', metadata: { 'text (column 2)': 't' } }] } },
  ])
})

test.each(['TEXT', 'text', ' Text ', ' TEXT'])(
  'finds a mapped column by its written or normalised name: %j',
  async (text) => {
    const file = 'Q, TEXT , Answer ,Own Name\np,t,a,n\n'
    const mapping = { problem: ' Q', text, answer: 'Answer', subject: ' Own Name ' }
    const problem = { statement: 'p', answer: 'a', subject: 'n' }
    expect((await readTable(file, mapping)).results).toMatchObject([
      { ok: true, record: { problem, solutions: [{ text: 't', metadata: {} }] } },
    ])
    const { results } = await readTable(file, { ...mapping, subject: 'own name' })
    expect(results).toMatchObject([
      {
        errors: [{ reason: expect.stringMatching(/is not in the header: "own name"/) as string }],
      },
    ])
  },
)

test('rejects a mapping that would give two columns the same name', async () => {
  const file = 'Q,T,S,A,answer (column 6),answer\np,t,s,a,kept,too\n'
  const mapping = { problem: 'Q', text: 'T', answer: 'A' }
  expect((await readTable(file, mapping)).results).toMatchObject([
    {
      ok: false,
      errors: [
        {
          location: 'file',
          reason: expect.stringMatching(/both be stored as "answer \(column 6\)"/) as string,
        },
      ],
    },
  ])
  expect((await readTable(file, { problem: 'Q', text: 'T' })).results).toMatchObject([
    { ok: true, record: { solutions: [{ metadata: { A: 'a', 'answer (column 6)': 'kept' } }] } },
  ])
})

const header = fc.uniqueArray(
  fc.oneof(
    { arbitrary: fc.constantFrom(...acceptedCsvColumns), weight: 3 },
    { arbitrary: fc.constantFrom('A', 'B', 'answer (column 2)', 'model (column 1)'), weight: 1 },
  ),
  { minLength: 2, maxLength: 10 },
)
const anyPicks = fc.uniqueArray(fc.tuple(fc.constantFrom(...csvFields), fc.nat(9)), {
  selector: ([, position]) => position,
  maxLength: 4,
})

test('uses a mapped column for its field only, and never gives two columns the same name', () => {
  fc.assert(
    fc.property(header, anyPicks, (headers, pickedFields) => {
      const mapping: ColumnMapping = Object.fromEntries(
        pickedFields.flatMap(([field, position]) =>
          headers[position] === undefined ? [] : [[field, headers[position]]],
        ),
      )
      const result = applyColumnMapping(headers, mapping)
      if (!result.ok) {
        expect(result.reason).toMatch(/both be stored as/)
        return
      }
      const { columns } = result
      expect(new Set(columns).size).toBe(headers.length)
      for (const field of csvFields) {
        const column = mapping[field]
        if (column === undefined) continue
        expect(listDefaultColumnNames(field).filter((name) => columns.includes(name))).toEqual([
          field,
        ])
        expect(headers[columns.indexOf(field)]).toBe(column)
      }
    }),
  )
})

test('can swap two columns, and renames another column with the name of a mapped field', () => {
  const result = applyColumnMapping(['problem', 'text', 'answer'], {
    answer: 'text',
    text: 'answer',
  })
  expect(result).toEqual({ ok: true, columns: ['problem', 'answer', 'text'] })
  expect(applyColumnMapping(['problem', 'x'], { problem: 'x' })).toEqual({
    ok: true,
    columns: ['problem (column 1)', 'problem'],
  })
})

test('an error in a column that is named like a property of objects has its location', async () => {
  const { results } = await readTable('problem,text,constructor\nWhat?,One.,"a\u0000"\n', {})
  expect(results).toMatchObject([{ ok: false, errors: [{ location: 'constructor' }] }])
})
