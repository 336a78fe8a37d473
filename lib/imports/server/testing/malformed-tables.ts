import type { MalformedFileGenerators, MalformedFile } from './malformed-file'

/* Tables and arrays of objects. */

const whole = (text: string): MalformedFile => ({
  bytes: Buffer.from(text),
  refused: null,
  valid: 0,
})

/** Lines of a table by number, from 1: the header is the first. */
const rows = (
  text: string,
  refusedLines: number[],
  valid: number,
  location?: RegExp,
): MalformedFile => ({
  bytes: Buffer.from(text),
  refused: refusedLines,
  valid,
  ...(location ? { location } : {}),
})

const header = 'problem,answer,text,score\n'
const goodRow = (i: number) => `Why ${i}?,2,"So.\n\nThus ${i}.",0.5\n`

export const malformedTableKinds: MalformedFileGenerators = {
  'a table without a column of problems': () => whole('question,text\nWhy?,So.\n'),
  'a table without a column of texts': () => whole('problem,answer\nWhy?,2\n'),
  'a table with a column twice': () => whole('problem,text,text\nWhy?,So.,No.\n'),
  'a table with a header alone': () => whole(header),
  'a row with a cell too many': () =>
    rows(`${header}${goodRow(1)}Why?,2,So.,0.5,more\n${goodRow(2)}`, [5], 2),
  'a row with a cell too few': () => rows(`${header}${goodRow(1)}Why?,2\n${goodRow(2)}`, [5], 2),
  'a row with a score in words': () =>
    rows(`${header}${goodRow(1)}Why?,2,So.,high\n${goodRow(2)}`, [5], 2, /score/),
  'a row without a text': () => rows(`${header}${goodRow(1)}Why?,2,,0.5\n`, [5], 1),
  'a row with a picture': () =>
    rows(`${header}${goodRow(1)}Why?,2,![a](https://example.org/a.png),0.5\n`, [5], 1, /text/),
  'a quote that is never closed': () => rows(`${header}${goodRow(1)}Why?,2,"So.,0.5\n`, [5], 1),
  'a list with a number in it': (draw) => {
    const lines = draw.goodLines()
    return rows(`[\n${lines.join(',\n')},\n12\n]\n`, [lines.length + 2], lines.length)
  },
  'a list with a broken object in it': (draw) => {
    const lines = draw.goodLines()
    return rows(
      `[\n${lines.join(',\n')},\n{"problem": "Why?", "samples": [tru]}\n]\n`,
      [lines.length + 2],
      lines.length,
    )
  },
}
