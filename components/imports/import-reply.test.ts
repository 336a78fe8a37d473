import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { describeImport } from './describe-import'
import { findFileProblem } from './find-file-problem'
import { findImportError, type ImportReply, lacksRequestFile } from './import-reply'

const reply: ImportReply = {
  import: '01900000-0000-7000-8000-000000000000',
  fileName: 'a.jsonl',
  state: 'checked',
  waitingFor: null,
  options: null,
  receivedBytes: 1,
  requestsBytes: null,
  readBytes: 1,
  readLines: 1,
  formats: '',
  lines: 1,
  sha256: '',
  problems: 0,
  solutions: 0,
  annotations: 0,
  gold: 0,
  duplicates: 0,
  queued: 0,
  waitsForRound: false,
  unservable: 0,
  invalidLines: 1,
  lineErrors: [],
  samples: [],
  columns: null,
  stepCounts: null,
  conflictingScores: { solutions: 0, lines: [] },
  presplitSolutions: 0,
  message: null,
  by: 'Ada',
  createdAt: '2026-01-01T00:00:00Z',
  startedAt: null,
  finishedAt: null,
}
const missingRequestError = {
  line: 1,
  offset: 0,
  location: 'custom_id',
  reason: 'A reason.',
  excerpt: '',
}

it('an import of batch output needs the request file until it has been uploaded', () => {
  expect(lacksRequestFile(reply)).toBe(false)
  expect(lacksRequestFile({ ...reply, lineErrors: [missingRequestError] })).toBe(true)
  expect(lacksRequestFile({ ...reply, formats: 'generic, openai-batch' })).toBe(true)
  expect(lacksRequestFile({ ...reply, lineErrors: [missingRequestError], requestsBytes: 9 })).toBe(
    false,
  )
  expect(
    lacksRequestFile({ ...reply, lineErrors: [{ ...missingRequestError, location: 'id' }] }),
  ).toBe(false)
})

it('a file whose solutions are all in the project is not offered for import', () => {
  const knownImport = { ...reply, formats: 'generic', lines: 2, invalidLines: 0, duplicates: 2 }
  expect(findImportError(knownImport, 'reject')).toBe(
    'Everything in this file was already imported.',
  )
  expect(renderToStaticMarkup(describeImport(knownImport, null))).toMatch(/ Already imported\.$/)
  const partlyKnownImport = { ...knownImport, solutions: 1, duplicates: 1 }
  expect(findImportError(partlyKnownImport, 'reject')).toBeNull()
  expect(renderToStaticMarkup(describeImport(partlyKnownImport, null))).toMatch(
    / Ready to import\.$/,
  )
  const importWithInvalidLine = { ...knownImport, lines: 3, invalidLines: 1 }
  expect(findImportError(importWithInvalidLine, 'reject')).toBe('Fix 1 line or skip it.')
  expect(findImportError(importWithInvalidLine, 'skip')).toBe(
    'All other lines were already imported.',
  )
})

it('findFileProblem rejects empty and too large files', () => {
  const makeFile = (size: number) =>
    Object.defineProperty(new File([], 'a.jsonl'), 'size', { value: size })
  expect(findFileProblem(makeFile(0))).toMatch(/is empty or a folder\. Choose a file with data\./)
  expect(findFileProblem(makeFile(1))).toBeNull()
  expect(findFileProblem(makeFile(2 * 1024 ** 3))).toBeNull()
  expect(findFileProblem(makeFile(2 * 1024 ** 3 + 1))).toMatch(/2\.1 GB.*Compress it with gzip/)
})

it('findImportError calls the records of a table rows', () => {
  const table = { ...reply, columns: ['problem'], lines: 2, invalidLines: 1 }
  expect(findImportError(table, 'reject')).toBe('Fix 1 row or skip it.')
  expect(renderToStaticMarkup(describeImport(table, null))).toMatch(/1 row can’t be used\.$/)
})
