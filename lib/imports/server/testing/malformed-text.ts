import type { MalformedFileGenerators, MalformedFile } from './malformed-file'
import type { SeededRandom } from './seeded-random'

/* Lines that are not text, not JSON, or JSON that can't be stored unchanged. */

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/**
 * Valid lines with an invalid one among them, but not first, where it would decide the format of
 * the file.
 */
export function insertInvalidLine(
  draw: SeededRandom,
  bad: Uint8Array | string,
  location?: RegExp,
): MalformedFile {
  const lines = draw.goodLines().map((line) => encode(line))
  const position = 1 + draw.number(lines.length)
  lines.splice(position, 0, typeof bad === 'string' ? encode(bad) : bad)
  const end = draw.pick(['\n', '\r\n'])
  const lastEnd = draw.pick([end, ''])
  const bytes = Buffer.concat(
    lines.flatMap((line, i) => [line, encode(i === lines.length - 1 ? lastEnd : end)]),
  )
  return {
    bytes,
    refused: [position + 1],
    valid: lines.length - 1,
    ...(location ? { location } : {}),
  }
}

/** A line whose first step is `step`, as JSON. */
const withStep = (json: string) => `{"id":"x","problem":"Why?","samples":[{"steps":[${json}]}]}`
const withAnswer = (json: string) =>
  `{"id":"x","problem":"Why?","answer":${json},"samples":["So."]}`
const withScore = (json: string) =>
  `{"id":"x","problem":"Why?","samples":[{"text":"So.","score":${json}}]}`
const withMetadata = (json: string) =>
  `{"id":"x","problem":"Why?","samples":["So."],"more":${json}}`
const nest = (depth: number) => withMetadata('['.repeat(depth) + ']'.repeat(depth))
const nestObjects = (depth: number) => withMetadata('{"a":'.repeat(depth) + '1' + '}'.repeat(depth))

const bad =
  (make: string | ((draw: SeededRandom) => string | Uint8Array), location?: RegExp) =>
  (draw: SeededRandom): MalformedFile =>
    insertInvalidLine(draw, typeof make === 'string' ? make : make(draw), location)

/** Bytes in the middle of a text. */
function withBytes(...bytes: number[]): Uint8Array {
  const [before, after] = withStep('"a@b"').split('@')
  return Buffer.concat([encode(before!), Uint8Array.from(bytes), encode(after!)])
}

const column = /^column \d+$/
const byte = /^byte \d+$/

export const malformedTextKinds: MalformedFileGenerators = {
  'cut in the middle': bad(
    (draw) => withStep('"So."').slice(0, 2 + draw.number(withStep('"So."').length - 2)),
    column,
  ),
  'a comma at the end': bad(withStep('"a",'), column),
  'a comma too few': bad(withStep('"a" "b"'), column),
  'single quotes': bad("{'problem': 'Why?', 'samples': ['So.']}", column),
  'keys without quotes': bad('{problem: "Why?", samples: ["So."]}', column),
  'a comment': bad(withStep('"a" /* here */'), column),
  NaN: bad(withScore('NaN'), /^samples\[0\]\.score$/),
  Infinity: bad(withScore('-Infinity'), /^samples\[0\]\.score$/),
  'None of Python': bad(withAnswer('None'), column),
  'a number beyond doubles': bad((draw) => withScore(`1e${309 + draw.number(1000)}`)),
  'a number of a million digits': bad(withScore('9'.repeat(1_000_000))),
  'a whole number beyond 2^53': bad((draw) => withMetadata(`90071992547409${93 + draw.number(6)}`)),
  'a number that begins with 0': bad(withScore('01'), column),
  'a hexadecimal number': bad(withScore('0x10'), column),
  'a number with a plus': bad(withScore('+1'), column),
  'a number without digits after the point': bad(withScore('1.'), column),
  'NUL, escaped': bad(withStep(String.raw`"a\u0000b"`)),
  'NUL, raw': bad(() => withBytes(0)),
  'NUL in a key': bad(withMetadata(String.raw`{"a\u0000":1}`)),
  'a control character, raw': bad((draw) => withBytes(1 + draw.number(8))),
  'a tab, raw': bad(() => withBytes(9)),
  'a statement of combining marks': bad(
    (draw) =>
      `{"id":"x","problem":"${'\u0301'.repeat(101 + draw.number(200_000))}","samples":["So."]}`,
    /^problem$/,
  ),
  'half a surrogate pair, the first': bad(withStep(String.raw`"\ud83d"`)),
  'half a surrogate pair, the second': bad(withStep(String.raw`"\ude00 a"`)),
  'half a surrogate pair in a key': bad(withMetadata(String.raw`{"\ud83d":1}`)),
  'an invalid escape': bad(withStep(String.raw`"\x41"`), column),
  'an escape of three digits': bad(withStep(String.raw`"\u12G4"`), column),
  'a LaTeX backslash, unescaped': bad(withStep(String.raw`"\sqrt{2}"`), column),
  'a key twice': bad('{"id":"x","problem":"Why?","answer":"1","answer":"2","samples":["So."]}'),
  'a key twice, further in': bad(
    '{"problem":"Why?","samples":[{"text":"So.","score":1,"score":2}]}',
    /samples/,
  ),
  'a key twice, once escaped': bad(
    String.raw`{"problem":"Why?","answer":"1","\u0061nswer":"2","samples":["So."]}`,
  ),
  'the key __proto__': bad('{"problem":"Why?","samples":["So."],"__proto__":{"polluted":true}}'),
  'the key __proto__, escaped': bad(
    String.raw`{"problem":"Why?","samples":["So."],"\u005f_proto__":{"polluted":true}}`,
  ),
  'the key __proto__ in a sample': bad(
    '{"problem":"Why?","samples":[{"text":"So.","__proto__":{"polluted":true}}]}',
    /samples/,
  ),
  'lists 33 deep': bad((draw) => nest(32 + draw.number(8))),
  'lists 10,000 deep': bad(nest(10_000)),
  'lists 500,000 deep': bad(nest(500_000)),
  'lists 500,000 deep and never closed': bad('['.repeat(500_000)),
  'objects 100,000 deep': bad(nestObjects(100_000)),
  'two objects on a line': bad(`${withStep('"a"')}${withStep('"b"')}`),
  'text after the object': bad(`${withStep('"a"')} and so on`, column),
  'a text': bad('"Why?"'),
  'a number': bad((draw) => String(draw.number(1000))),
  null: bad('null'),
  true: bad('true'),
  'a list': bad('[1, 2]'),
  'an empty list': bad('[]'),
  'an empty object': bad('{}'),
  'a closing brace': bad('}'),
  prose: bad('Here are the solutions:'),
  markup: bad('<p>Here are the solutions</p>'),
  'a conflict mark of Git': bad('<<<<<<< HEAD'),
  'a mark of byte order within the file': bad(`\ufeff${withStep('"a"')}`),
  'a line of 1 MiB and a byte': bad(
    () => withStep(`"${'a'.repeat(1_048_577 - withStep('""').length)}"`),
    byte,
  ),
  'a line of 12 MiB': bad(() => withStep(`"${'a'.repeat(12 * 1024 * 1024)}"`), byte),
  'a byte that UTF-8 never has': bad((draw) => withBytes(0xf8 + draw.number(8)), byte),
  'UTF-8 longer than it need be': bad(() => withBytes(0xc0, 0xaf), byte),
  'a surrogate in UTF-8': bad(() => withBytes(0xed, 0xa0, 0x80), byte),
  'beyond Unicode in UTF-8': bad(() => withBytes(0xf4, 0x90, 0x80, 0x80), byte),
  'UTF-8 cut at the end of the line': bad(
    () => Buffer.concat([encode(withStep('"a"')), Uint8Array.from([0xe2, 0x82])]),
    byte,
  ),
  'Latin-1': bad(() => withBytes(0x63, 0x61, 0x66, 0xe9), byte),
  'lines that end as on old Macs': (draw) => {
    const bytes = encode(draw.goodLines().join('\r'))
    return { bytes, refused: [1], valid: 0, location: column }
  },
}
