import type { MalformedFileGenerators, MalformedFile } from './malformed-file'
import type { SeededRandom } from './seeded-random'

/* Lines that are not text, not JSON, or JSON that can't be stored unchanged. */

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/**
 * Valid lines with an invalid one among them, but not first, where it would decide the format of
 * the file.
 */
export function makeFileWithInvalidLine(
  draw: SeededRandom,
  invalidLine: Uint8Array | string,
  location?: RegExp,
): MalformedFile {
  const lines = draw.goodLines().map((line) => encode(line))
  const position = 1 + draw.number(lines.length)
  lines.splice(position, 0, typeof invalidLine === 'string' ? encode(invalidLine) : invalidLine)
  const end = draw.pick(['\n', '\r\n'])
  const lastEnd = draw.pick([end, ''])
  const bytes = Buffer.concat(
    lines.flatMap((line, i) => [line, encode(i === lines.length - 1 ? lastEnd : end)]),
  )
  return {
    bytes,
    rejectedLines: [position + 1],
    valid: lines.length - 1,
    ...(location ? { location } : {}),
  }
}

/** A line whose only step is `json`. */
const withStep = (json: string) => `{"id":"x","problem":"Why?","samples":[{"steps":[${json}]}]}`
const withAnswer = (json: string) =>
  `{"id":"x","problem":"Why?","answer":${json},"samples":["So."]}`
const withScore = (json: string) =>
  `{"id":"x","problem":"Why?","samples":[{"text":"So.","score":${json}}]}`
const withMetadata = (json: string) =>
  `{"id":"x","problem":"Why?","samples":["So."],"more":${json}}`
const nest = (depth: number) => withMetadata('['.repeat(depth) + ']'.repeat(depth))
const nestObjects = (depth: number) => withMetadata('{"a":'.repeat(depth) + '1' + '}'.repeat(depth))

const insertLine =
  (make: string | ((draw: SeededRandom) => string | Uint8Array), location?: RegExp) =>
  (draw: SeededRandom): MalformedFile =>
    makeFileWithInvalidLine(draw, typeof make === 'string' ? make : make(draw), location)

/** Bytes in the middle of a text. */
function withBytes(...bytes: number[]): Uint8Array {
  const [before, after] = withStep('"a@b"').split('@')
  return Buffer.concat([encode(before!), Uint8Array.from(bytes), encode(after!)])
}

const column = /^column \d+$/
const byte = /^byte \d+$/

export const malformedTextGenerators: MalformedFileGenerators = {
  'cut in the middle': insertLine(
    (draw) => withStep('"So."').slice(0, 2 + draw.number(withStep('"So."').length - 2)),
    column,
  ),
  'a comma at the end': insertLine(withStep('"a",'), column),
  'a comma too few': insertLine(withStep('"a" "b"'), column),
  'single quotes': insertLine("{'problem': 'Why?', 'samples': ['So.']}", column),
  'keys without quotes': insertLine('{problem: "Why?", samples: ["So."]}', column),
  'a comment': insertLine(withStep('"a" /* here */'), column),
  NaN: insertLine(withScore('NaN'), /^samples\[0\]\.score$/),
  Infinity: insertLine(withScore('-Infinity'), /^samples\[0\]\.score$/),
  'None of Python': insertLine(withAnswer('None'), column),
  'a number beyond doubles': insertLine((draw) => withScore(`1e${309 + draw.number(1000)}`)),
  'a number of a million digits': insertLine(withScore('9'.repeat(1_000_000))),
  'a whole number beyond 2^53': insertLine((draw) =>
    withMetadata(`90071992547409${93 + draw.number(6)}`),
  ),
  'a number that begins with 0': insertLine(withScore('01'), column),
  'a hexadecimal number': insertLine(withScore('0x10'), column),
  'a number with a plus': insertLine(withScore('+1'), column),
  'a number without digits after the point': insertLine(withScore('1.'), column),
  'NUL, escaped': insertLine(withStep(String.raw`"a\u0000b"`)),
  'NUL, raw': insertLine(() => withBytes(0)),
  'NUL in a key': insertLine(withMetadata(String.raw`{"a\u0000":1}`)),
  'a control character, raw': insertLine((draw) => withBytes(1 + draw.number(8))),
  'a tab, raw': insertLine(() => withBytes(9)),
  'a statement of combining marks': insertLine(
    (draw) =>
      `{"id":"x","problem":"${'\u0301'.repeat(101 + draw.number(200_000))}","samples":["So."]}`,
    /^problem$/,
  ),
  'half a surrogate pair, the first': insertLine(withStep(String.raw`"\ud83d"`)),
  'half a surrogate pair, the second': insertLine(withStep(String.raw`"\ude00 a"`)),
  'half a surrogate pair in a key': insertLine(withMetadata(String.raw`{"\ud83d":1}`)),
  'an invalid escape': insertLine(withStep(String.raw`"\x41"`), column),
  'an escape of three digits': insertLine(withStep(String.raw`"\u12G4"`), column),
  'a LaTeX backslash, unescaped': insertLine(withStep(String.raw`"\sqrt{2}"`), column),
  'a key twice': insertLine(
    '{"id":"x","problem":"Why?","answer":"1","answer":"2","samples":["So."]}',
  ),
  'a key twice, further in': insertLine(
    '{"problem":"Why?","samples":[{"text":"So.","score":1,"score":2}]}',
    /samples/,
  ),
  'a key twice, once escaped': insertLine(
    String.raw`{"problem":"Why?","answer":"1","\u0061nswer":"2","samples":["So."]}`,
  ),
  'the key __proto__': insertLine(
    '{"problem":"Why?","samples":["So."],"__proto__":{"polluted":true}}',
  ),
  'the key __proto__, escaped': insertLine(
    String.raw`{"problem":"Why?","samples":["So."],"\u005f_proto__":{"polluted":true}}`,
  ),
  'the key __proto__ in a sample': insertLine(
    '{"problem":"Why?","samples":[{"text":"So.","__proto__":{"polluted":true}}]}',
    /samples/,
  ),
  'lists 33 deep': insertLine((draw) => nest(32 + draw.number(8))),
  'lists 10,000 deep': insertLine(nest(10_000)),
  'lists 500,000 deep': insertLine(nest(500_000)),
  'lists 500,000 deep and never closed': insertLine('['.repeat(500_000)),
  'objects 100,000 deep': insertLine(nestObjects(100_000)),
  'two objects on a line': insertLine(`${withStep('"a"')}${withStep('"b"')}`),
  'text after the object': insertLine(`${withStep('"a"')} and so on`, column),
  'a text': insertLine('"Why?"'),
  'a number': insertLine((draw) => String(draw.number(1000))),
  null: insertLine('null'),
  true: insertLine('true'),
  'a list': insertLine('[1, 2]'),
  'an empty list': insertLine('[]'),
  'an empty object': insertLine('{}'),
  'a closing brace': insertLine('}'),
  prose: insertLine('Here are the solutions:'),
  markup: insertLine('<p>Here are the solutions</p>'),
  'a conflict mark of Git': insertLine('<<<<<<< HEAD'),
  'a mark of byte order within the file': insertLine(`\ufeff${withStep('"a"')}`),
  'a line of 1 MiB and a byte': insertLine(
    () => withStep(`"${'a'.repeat(1_048_577 - withStep('""').length)}"`),
    byte,
  ),
  'a line of 12 MiB': insertLine(() => withStep(`"${'a'.repeat(12 * 1024 * 1024)}"`), byte),
  'a byte that UTF-8 never has': insertLine((draw) => withBytes(0xf8 + draw.number(8)), byte),
  'UTF-8 longer than it need be': insertLine(() => withBytes(0xc0, 0xaf), byte),
  'a surrogate in UTF-8': insertLine(() => withBytes(0xed, 0xa0, 0x80), byte),
  'beyond Unicode in UTF-8': insertLine(() => withBytes(0xf4, 0x90, 0x80, 0x80), byte),
  'UTF-8 cut at the end of the line': insertLine(
    () => Buffer.concat([encode(withStep('"a"')), Uint8Array.from([0xe2, 0x82])]),
    byte,
  ),
  'Latin-1': insertLine(() => withBytes(0x63, 0x61, 0x66, 0xe9), byte),
  'lines that end as on old Macs': (draw) => {
    const bytes = encode(draw.goodLines().join('\r'))
    return { bytes, rejectedLines: [1], valid: 0, location: column }
  },
}
