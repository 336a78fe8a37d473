import type { MalformedFileGenerators, MalformedFile } from './malformed-file'

/* Tables and arrays of objects. */

const makeRejectedTable = (text: string): MalformedFile => ({
  bytes: Buffer.from(text),
  rejectedLines: null,
  valid: 0,
})

/** @param rejectedLines numbers of lines of the text, from 1; the header is the first */
const makeTable = (
  text: string,
  rejectedLines: number[],
  valid: number,
  location?: RegExp,
): MalformedFile => ({
  bytes: Buffer.from(text),
  rejectedLines,
  valid,
  ...(location ? { location } : {}),
})

const header = 'problem,answer,text,score\n'
const makeRow = (i: number) => `Why ${i}?,2,"So.\n\nThus ${i}.",0.5\n`

export const malformedTableGenerators: MalformedFileGenerators = {
  'a table without a column of problems': () => makeRejectedTable('question,text\nWhy?,So.\n'),
  'a table without a column of texts': () => makeRejectedTable('problem,answer\nWhy?,2\n'),
  'a table with a column twice': () => makeRejectedTable('problem,text,text\nWhy?,So.,No.\n'),
  'a table with only a header': () => makeRejectedTable(header),
  'a row with a cell too many': () =>
    makeTable(`${header}${makeRow(1)}Why?,2,So.,0.5,more\n${makeRow(2)}`, [5], 2),
  'a row with a cell too few': () =>
    makeTable(`${header}${makeRow(1)}Why?,2\n${makeRow(2)}`, [5], 2),
  'a row with a score in words': () =>
    makeTable(`${header}${makeRow(1)}Why?,2,So.,high\n${makeRow(2)}`, [5], 2, /score/),
  'a row without a text': () => makeTable(`${header}${makeRow(1)}Why?,2,,0.5\n`, [5], 1),
  'a row with a picture': () =>
    makeTable(`${header}${makeRow(1)}Why?,2,![a](https://example.org/a.png),0.5\n`, [5], 1, /text/),
  'a quote that is never closed': () =>
    makeTable(`${header}${makeRow(1)}Why?,2,"So.,0.5\n`, [5], 1),
  'a list with a number in it': (draw) => {
    const lines = draw.goodLines()
    return makeTable(`[\n${lines.join(',\n')},\n12\n]\n`, [lines.length + 2], lines.length)
  },
  'a list with a broken object in it': (draw) => {
    const lines = draw.goodLines()
    return makeTable(
      `[\n${lines.join(',\n')},\n{"problem": "Why?", "samples": [tru]}\n]\n`,
      [lines.length + 2],
      lines.length,
    )
  },
}
