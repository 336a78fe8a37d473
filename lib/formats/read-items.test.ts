import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '@/lib/platform/testing/any-character'
import { scaleRuns } from '@/lib/platform/testing/report-figures'
import { csvOutput } from './csv-rows'
import { readItemRecord } from './detect-input-format'
import type { InputFormatName } from './format-names'
import { makeItemExcerpt, type InputItem, readItems } from './read-items'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

async function* stream(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}

/** Cuts at the given positions, which can be within a character. */
function cutAt(bytes: Uint8Array, positions: readonly number[]): Uint8Array[] {
  const edges = [0, ...positions.map((position) => position % (bytes.length + 1)), bytes.length]
  edges.sort((left, right) => left - right)
  return edges.slice(1).map((end, index) => bytes.subarray(edges[index], end))
}

async function readAll(
  chunks: readonly Uint8Array[],
  format: InputFormatName | 'auto' = 'auto',
  lineBytes = 1_048_576,
): Promise<InputItem[]> {
  return await Array.fromAsync(readItems(stream(chunks), { format }, { lineBytes }))
}

async function readText(
  text: string,
  format?: InputFormatName | 'auto',
  lineBytes?: number,
): Promise<InputItem[]> {
  return await readAll([encoder.encode(text)], format, lineBytes)
}

/** An item without its position. An error keeps its line. */
function describeItem(item: InputItem): unknown {
  if ('error' in item) return `${item.line}: ${item.error.reason}`
  return 'text' in item ? item.text : item.row
}

async function describeItems(text: string, format?: InputFormatName | 'auto', lineBytes?: number) {
  return (await readText(text, format, lineBytes)).map(describeItem)
}

describe('a file of lines', () => {
  test('has one item per line that is not blank, even if its JSON is broken', async () => {
    expect(await describeItems('{"a": 1}\n{"b\n\n{"c": 3}')).toEqual([
      '{"a": 1}',
      '{"b',
      '{"c": 3}',
    ])
  })

  test.each([
    ['{"a": "cut off\n{"b": 2}\n', ['{"a": "cut off', '{"b": 2}']],
    ['{"a": 1,\n{"b": 2}\n', ['{"a": 1,', '{"b": 2}']],
    ['{"a":\n{"b":\n{"c":\n', ['{"a":', '{"b":', '{"c":']],
    ['{"a": [\n{"b": [\n{"c": [', ['{"a": [', '{"b": [', '{"c": [']],
    ['{"a": [\n{"b": 2}\n{"c": 3}\n', ['{"a": [', '{"b": 2}', '{"c": 3}']],
    ['{"a":\n{"b": 2}\n', ['{"a":', '{"b": 2}']],
    ['{"a": 1\nb\n\n"c": 2}\n', ['{"a": 1', 'b', '"c": 2}']],
    ['null\n{"b": 2}\n', ['null', '{"b": 2}']],
    ['not JSON', ['not JSON']],
    ['"a"\n', ['"a"']],
    ['', []],
    ['\ufeff \n\n', []],
  ])('is recognised in %j', async (text, items) => {
    expect(await describeItems(text)).toEqual(items)
  })
})

describe('a JSON array', () => {
  test('is read with the position of each element’s start', async () => {
    const text = '\ufeff [\n  {"a": [1, "]"]},{\n "π": "\\"}"},\n 7 , "x" ,null]\n'
    expect(await readText(text)).toEqual([
      { line: 2, offset: 8, byteLength: 15, text: '{"a": [1, "]"]}' },
      { line: 2, offset: 24, byteLength: 15, text: '{\n "π": "\\"}"}' },
      { line: 4, offset: 42, byteLength: 1, text: '7' },
      { line: 4, offset: 46, byteLength: 3, text: '"x"' },
      { line: 4, offset: 51, byteLength: 4, text: 'null' },
    ])
  })

  test.each([
    ['[]', []],
    [
      '[1, 2',
      ['1', '1: The element of the list that begins here has no end. The file may be truncated.'],
    ],
    ['[1, [2] ', ['1', '[2]', '1: The list has no closing "]". The file may be truncated.']],
    ['[\n', ['2: The list has no closing "]". The file may be truncated.']],
    ['[1,]', ['1', '1: Unexpected comma before the end of the list.']],
    ['[1,\n,2]', ['1', '2: Expected a list element. The rest can’t be read.']],
    [
      '[{"a": 1}\n{"b": 2}]',
      ['{"a": 1}', '2: Expected a comma or the end of the list. The rest can’t be read.'],
    ],
    ['[1]\n\n{"a": 1}\n{', ['1', '3: Content after the list was not read.']],
    [
      '[{"a": 1}, {"b": "x\n"}, {"c": 3}]',
      [
        '{"a": 1}',
        '1: The element that begins here is broken in line 1, at byte 20 of the file: a string is not closed. The rest of the list can’t be read.',
      ],
    ],
    [
      '[{"a": [1}, {"c": 3}]',
      [
        `1: The element that begins here is broken in line 1, at byte 10 of the file: "}" has no matching opening bracket. The rest of the list can’t be read.`,
      ],
    ],
  ])('is read from %j as %j', async (text, items) => {
    expect(await describeItems(text)).toEqual(items)
  })

  test('keeps invalid elements separate from the others', async () => {
    expect(await describeItems('[{"a": nope}, {"a" 1}, {"b": 2}]')).toEqual([
      '{"a": nope}',
      '{"a" 1}',
      '{"b": 2}',
    ])
  })

  test('loses only an element that is too long', async () => {
    const text = `[{"a": 1}, {"a": "${'x'.repeat(40)}"}, {"b": 2}]`
    const items = await readText(text, 'auto', 20)
    expect(items.map(describeItem)).toEqual([
      '{"a": 1}',
      '1: The element is 49 bytes long; the limit is 20.',
      '{"b": 2}',
    ])
    expect(items[1]).toMatchObject({
      offset: 11,
      error: { location: 'byte 21', excerpt: text.slice(11, 31) },
    })
  })

  test('loses only an element that is not UTF-8', async () => {
    const bytes = encoder.encode('[{"a": 1}, {"a": "?"}, {"b": 2}]')
    bytes[18] = 0xe9
    const items = await readAll([bytes])
    expect(items.map(describeItem)).toEqual([
      '{"a": 1}',
      '1: The element is not UTF-8: byte 8 is 0xE9.',
      '{"b": 2}',
    ])
  })

  test('is read without recursion if it has 100,000 brackets', async () => {
    const deep = '['.repeat(100_000)
    const [item] = await readText(`[${deep}${']'.repeat(100_000)}]`)
    expect(item && !('error' in item) && readItemRecord('auto', item)).toMatchObject({
      ok: false,
      errors: [{ reason: 'Nested deeper than 32.' }],
    })
  })
})

describe('JSON objects over several lines', () => {
  test('are read one after the other', async () => {
    expect(await readText('{\n "a": 1\n}\n{"b": {\n"c": 2}}{"d": 3}')).toEqual([
      { line: 1, offset: 0, byteLength: 11, text: '{\n "a": 1\n}' },
      { line: 4, offset: 12, byteLength: 16, text: '{"b": {\n"c": 2}}' },
      { line: 5, offset: 28, byteLength: 8, text: '{"d": 3}' },
    ])
  })

  test('are split correctly if no line is indented, even with arrays of objects in them', async () => {
    const text = JSON.stringify({ a: [{ b: 1 }, { c: { d: 2 } }] }, null, 1).replace(/\n +/g, '\n')
    expect(await describeItems(`${text}\n${text}`)).toEqual([text, text])
  })

  test.each([
    '{"a": [\n{"b": 1},\n{"c": 2}]}',
    '{"a": [{"b": 1},\n{"c": 2}]}',
    '{"a":\n{"b": 1}}',
    '{"a":\n  {"b": 1}}',
    '{"a"\n: 1}',
    '{ "a": 1\n, "b": 2}',
    '{ "a": [1\n]}',
    '{"a": [\n"b"]}',
  ])('are read from %j', async (text) => {
    expect(await describeItems(text)).toEqual([text])
    expect(await describeItems(`${text}\n${text}\n`)).toEqual([text, text])
  })

  const resumeMessage = 'Reading continues at the next line that begins with "{".'

  test.each([
    [
      '{\n"a": 1,\n{\n"b": 2\n}\n',
      [
        `1: The object that begins here is broken in line 3, at byte 11 of the file: the next object begins. ${resumeMessage}`,
        '{\n"b": 2\n}',
      ],
    ],
    [
      '{\n"a": "x\n}\n  {\n{\n"b": 2\n}\n',
      [
        `1: The object that begins here is broken in line 2, at byte 10 of the file: a string is not closed. ${resumeMessage}`,
        '{\n"b": 2\n}',
      ],
    ],
    [
      '{\n"a": 1\n},\n{\n"b": 2\n}',
      ['{\n"a": 1\n}', `3: Expected an object. ${resumeMessage}`, '{\n"b": 2\n}'],
    ],
    ['{\n"a": 1', ['1: The object that begins here has no end. The file may be truncated.']],
    [
      '{"a": 1\n "b": 2\n',
      ['1: The object that begins here has no end. The file may be truncated.'],
    ],
    [
      '{\n"a": [\n{"b": 2}\n{"c": 3}\n{"d": 4}',
      [
        `1: The object that begins here is broken in line 4, at byte 19 of the file: the next object begins. ${resumeMessage}`,
        '{"c": 3}',
        '{"d": 4}',
      ],
    ],
  ])('are read from %j as %j', async (text, items) => {
    expect(await describeItems(text)).toEqual(items)
  })
})

describe('a CSV table', () => {
  const header = 'problem,text,note'

  test('is read by its header, with the position of each row', async () => {
    const text = `\ufeff${header}\r\n1+1?,"Two\nlines, ""2""",π\r\n\r\n,,\n=1,x,\n`
    expect(await readText(text)).toEqual([
      {
        line: 2,
        offset: 22,
        byteLength: 26,
        row: { problem: '1+1?', text: 'Two\nlines, "2"', note: 'π' },
        columnNames: {},
        excerpt: '1+1?,"Two\nlines, ""2""",π',
      },
      {
        line: 6,
        offset: 55,
        byteLength: 5,
        row: { problem: '=1', text: 'x', note: '' },
        columnNames: {},
        excerpt: '=1,x,',
      },
    ])
  })

  test.each([
    [';', 'Problem; Text ;""\n1;"2;3";4\n', { problem: '1', text: '2;3', 'column 3': '4' }],
    ['tab', 'problem\ttext\n1\t2,3;4\n', { problem: '1', text: '2,3;4' }],
    [
      'an index without a name',
      ',problem,steps\n0,1,"[""a""]"\n',
      { 'column 1': '0', problem: '1', steps: '["a"]' },
    ],
  ])('is read with an unusual separator or header: %s', async (_, text, row) => {
    expect(await describeItems(text)).toEqual([row])
  })

  test.each([
    ['a,b\n', '1: The row has 2 cells, but the header has 3.'],
    ['a,b,c,d\n', '1: The row has 4 cells, but the header has 3.'],
    ['a,5" pipe,c\n', 'quotes'],
    ['a,"b"c,d\n', 'quotes'],
  ])('loses only the row %j', async (row, reason) => {
    const items = await describeItems(`${header}\n${row}d,e,f\n`)
    expect(items).toEqual([
      expect.stringContaining(reason.replace(/^1/, '2')),
      { problem: 'd', text: 'e', note: 'f' },
    ])
  })

  test('loses only the broken rows of many', async () => {
    const rows = Array.from({ length: 50 }, (_, i) =>
      i % 7 === 3 ? 'a,5" pipe,c' : `${i},"x\n""y""",z`,
    )
    const items = await describeItems(`${header}\n${rows.join('\n')}\n`)
    expect(items.map((item) => (typeof item === 'string' ? 'rejected' : item))).toEqual(
      rows.map((row, i) =>
        row.startsWith('a') ? 'rejected' : { problem: String(i), text: 'x\n"y"', note: 'z' },
      ),
    )
  })

  test('skips blank lines before its header, and keeps a first character that begins like a byte order mark', async () => {
    expect(await describeItems(' \n\nＰ,problem,text\n1,2,3\n')).toEqual([
      { Ｐ: '1', problem: '2', text: '3' },
    ])
  })

  test('is reported with the number of lines that an unclosed quote makes unreadable', async () => {
    for (const [rest, lines] of [
      ['\ng,h,i\nj,k,l\n', '2 lines'],
      ['\ng,h,i\nj,k,l', '2 lines'],
      ['\ng,h,i', '1 line'],
    ] as const)
      expect(await describeItems(`${header}\na,b,c\nd,"e,f${rest}`)).toEqual([
        { problem: 'a', text: 'b', note: 'c' },
        `3: A quote in this row is never closed, so ${lines} after it can’t be read.`,
      ])
  })

  test('loses only a row that is too long', async () => {
    const items = await readText(`${header}\na,"${'x\n'.repeat(30)}",c\nd,e,f\n`, 'auto', 30)
    expect(items.map(describeItem)).toEqual([
      '2: The row is 66 bytes long; the limit is 30.',
      { problem: 'd', text: 'e', note: 'f' },
    ])
    expect(items[1]).toMatchObject({ line: 33 })
  })

  test.each([
    [
      'csv',
      'question,text\n1,2\n',
      'The first line must be a header with the columns "problem" and "text" (or "steps"); it has "question", "text".',
    ],
    [
      'csv',
      'problem,text,x,x\n1,2,3,4\n',
      'The header names the column "x" twice. Rename one of them.',
    ],
    [
      'auto',
      'problem,text,x,x\n1,2,3,4\n',
      'The header names the column "x" twice. Rename one of them.',
    ],
    [
      'csv',
      'problem,text,__proto__\n1,2,3\n',
      `The header has a column that can’t be stored: "__proto__".`,
    ],
    [
      'csv',
      '{"problem": 1}\n',
      'The first line is not a header: its quotes or characters are broken.',
    ],
    [
      'auto',
      'problem,solution\n1,2\n',
      'The file looks like a table, but its header needs the columns "problem" and "text" (or "steps"); it has "problem", "solution".',
    ],
    [
      'auto',
      'frage,antwort\n1,2\n',
      'The file is not JSON (one object per line, or one list) and not a table with the columns "problem" and "text". The first line has the columns "frage", "antwort".',
    ],
    ...(['auto', 'csv', 'generic', 'prm800k'] as const).flatMap((format) =>
      [csvOutput.header ?? '', (csvOutput.header ?? '').replaceAll(',', ';')].map(
        (columns) =>
          [
            format,
            `${columns}\n${columns}\n`,
            'The file is a CSV export with one row per rated option, which can’t be imported. Export the labels as stepmark or prm800k and import that file.',
          ] as const,
      ),
    ),
    ['generic', 'problem,text\n1,2\n', 'The file is a table. Read it as csv, not as generic.'],
  ] as const)('as %s, is rejected if it is %j: %s', async (format, text, reason) => {
    expect(await describeItems(text, format)).toEqual([expect.stringContaining(`1: ${reason}`)])
  })
})

describe('an unreadable file', () => {
  test.each([
    [[0x1f, 0x8b, 8, 0], 'gzip twice'],
    [[0x50, 0x4b, 3, 4], 'ZIP'],
    [[0x25, 0x50, 0x44, 0x46], 'PDF'],
    [[0x50, 0x41, 0x52, 0x31], 'Parquet'],
    [[0x28, 0xb5, 0x2f, 0xfd], 'Zstandard'],
    [[0xff, 0xfe, 0x7b, 0], 'UTF-16'],
    [[0xfe, 0xff, 0, 0x7b], 'UTF-16'],
    [[0x7b, 0, 0x22, 0], 'UTF-16'],
    [[0, 0x7b, 0, 0x22], 'UTF-16'],
    [[...encoder.encode('+/v8-')], 'UTF-7'],
    [[...encoder.encode('+/v9')], 'UTF-7'],
    [[...encoder.encode('+/v+')], 'UTF-7'],
    [[...encoder.encode('+/v/')], 'UTF-7'],
    [[0, 0, 1, 2], 'not text'],
    [[...encoder.encode('<html>\n<body>')], 'not JSON'],
  ])('that begins with %j is reported once as %j', async (bytes, message) => {
    const followingLines = encoder.encode('\n{"a": 1}\n[]\n')
    for (const format of ['auto', 'generic'] as const) {
      const items = await readAll([new Uint8Array(bytes), followingLines], format)
      if (message === 'not JSON') expect(items).toHaveLength(1)
      expect(items.map(describeItem)).toEqual([expect.stringContaining(message)])
    }
  })
})

const value = fc
  .jsonValue({ maxDepth: 4 })
  .filter((candidate) => typeof candidate === 'object' && candidate !== null)
const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { minKeys: 1 })
const space = fc.constantFrom(0, 1, 2)

const files = fc.oneof(
  fc.tuple(fc.array(value), space).map(([list, indent]) => JSON.stringify(list, null, indent)),
  fc
    .tuple(fc.array(object, { minLength: 1 }), fc.constantFrom(0, 1))
    .map(([list, indent]) =>
      list.map((element) => JSON.stringify(element, null, indent)).join('\n'),
    ),
  fc
    .array(fc.tuple(fc.string(), fc.string({ unit: anyCharacter })))
    .map((rows) => ['problem,text', ...rows.map((row) => row.map(quote).join(','))].join('\r\n')),
  fc
    .array(fc.constantFrom(',', '"', '""', '\n', '\r\n', 'x', ' ', 'a,b\n'), { maxLength: 40 })
    .map((parts) => `problem,text\n${parts.join('')}`),
  fc.string({ unit: anyCharacter }),
  fc
    .array(
      fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '\n', 'a', '1', ' ', '\\', 'problem,text'),
    )
    .map((parts) => parts.join('')),
)

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

test('reads the same items of a file for any chunk boundaries', async () => {
  await fc.assert(
    fc.asyncProperty(files, fc.array(fc.nat()), async (text, positions) => {
      const bytes = encoder.encode(text)
      expect(await readAll(cutAt(bytes, positions), 'auto', 64)).toEqual(
        await readAll([bytes], 'auto', 64),
      )
    }),
    { numRuns: scaleRuns(300) },
  )
})

test('an item’s offset is where it starts, and its line number counts the line feeds before it', async () => {
  await fc.assert(
    fc.asyncProperty(files, async (text) => {
      const bytes = encoder.encode(text)
      let end = 0
      for (const item of await readAll([bytes])) {
        const { line, offset, byteLength } = item
        expect(offset).toBeGreaterThanOrEqual(end)
        end = 'error' in item ? offset : offset + byteLength
        expect(end).toBeLessThanOrEqual(bytes.length)
        expect(line).toBe(decoder.decode(bytes.subarray(0, offset)).split('\n').length)
        const raw = decoder.decode(bytes.subarray(offset, offset + byteLength))
        if ('text' in item) expect(item.text).toBe(raw)
        if ('excerpt' in item) expect(raw.startsWith(item.excerpt)).toBe(true)
      }
    }),
    { numRuns: scaleRuns(300) },
  )
})

test('reads lists and objects printed with any indentation', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(object, { minLength: 1 }), space, async (list, indent) => {
      const writtenText = JSON.stringify(list, null, indent)
      const parse = (item: InputItem): unknown => ('text' in item ? JSON.parse(item.text) : item)
      const expected: unknown = JSON.parse(JSON.stringify(list))
      expect((await readText(writtenText)).map(parse)).toEqual(expected)
      const objects = list.map((element) => JSON.stringify(element, null, indent)).join('\n')
      expect((await readText(objects)).map(parse)).toEqual(expected)
    }),
  )
})

test('reads table rows with any text in their cells', async () => {
  const cell = fc.string({ unit: anyCharacter }).map((text) => text.replaceAll(/\r+$/gm, ''))
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cell, cell)),
      fc.constantFrom(',', ';', '\t'),
      async (rows, separator) => {
        const writtenText = [['problem', 'text'], ...rows]
          .map((row) => row.map(quote).join(separator))
          .join('\n')
        const expected = rows
          .filter((row) => row.some((text) => text.trim() !== ''))
          .map(([problem, text]) => ({ problem, text }))
        expect(await describeItems(writtenText, 'csv')).toEqual(expected)
      },
    ),
  )
})

test('makes an excerpt from the beginning of a table row', async () => {
  const [item] = await readText(`problem,text\n"${'x'.repeat(500)}",y\n`)
  expect(item && !('error' in item) && makeItemExcerpt(item)).toBe(`"${'x'.repeat(159)}`)
})

test('allows lines over 1 MiB in the stepmark format only', async () => {
  const fill = 'x'.repeat(2 * 1_048_576)
  const own = `{"format": "stepmark", "version": 1, "problem": "${fill}"}`
  expect(await readText(`${own}\n`)).toMatchObject([{ text: own }])
  expect(await readText(`[${own}]`, 'stepmark')).toMatchObject([{ text: own }])
  for (const text of [`{"format": "other", "problem": "${fill}"}`, `{"problem": "${fill}"}`])
    expect(await readText(text)).toMatchObject([{ error: { line: 1 } }])
})
