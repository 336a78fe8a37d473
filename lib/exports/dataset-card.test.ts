import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '@/lib/platform/testing/any-character'
import { releaseOptionsSchema } from './contract'
import { writeDatasetCard } from './dataset-card'
import type { ConsensusRule } from './decide-consensus'
import {
  buildReleaseManifest,
  makeEmptySplitCounts,
  makeEmptyExclusionCounts,
  type ReleaseManifest,
  createReleaseStatistics,
} from './release-manifest'

interface CardInput {
  projectName?: string
  name?: string
  seed?: string
  list?: string
  endsAtFirstError?: boolean
  since?: ReleaseManifest['since']
  rule?: ConsensusRule
  options?: object
  files?: ReleaseManifest['files']
  train?: ReleaseManifest['counts']['train']
}

function writeCard(input: CardInput): string {
  const { projectName = 'Maths', name = 'First', seed = 's', list = 'MATH-500' } = input
  const manifest = buildReleaseManifest({
    project: { slug: 'maths', name: projectName, guidelineVersion: 1 },
    release: { number: 1, name },
    createdAt: '2026-03-02T09:00:00Z',
    snapshotAt: '2026-03-02T09:00:00Z',
    cursor: '1/1:1:',
    since: input.since ?? null,
    options: releaseOptionsSchema.parse({
      formats: ['stepmark'],
      split: { testShare: 0.1, seed },
      ...input.options,
    }),
    counts: {
      ...makeEmptySplitCounts(),
      ...(input.train ? { train: input.train } : {}),
      excluded: makeEmptyExclusionCounts(),
    },
    warnings: [],
    rule: input.rule ?? null,
    heldOut: [{ list: '', name: list, problems: 3, sha256: '' }],
    statistics: { ...createReleaseStatistics(), endsAtFirstError: input.endsAtFirstError ?? true },
    files: input.files ?? [],
  })
  return writeDatasetCard(manifest)
}

test('the card defines a neutral step as not wrong but adding nothing, and never as unclear', () => {
  const card = writeCard({})
  expect(card).toContain('- **0 neutral**: the step is not wrong, but adds nothing.\n')
  expect(card).not.toMatch(/hard to tell|unsure|unclear/)
})

test('the size in the card counts solutions if their annotations are combined', () => {
  const train = { annotations: 900, solutions: 1_000, problems: 10 }
  expect(writeCard({ train })).toContain('  - n<1K\n')
  expect(
    writeCard({ train, options: { formats: ['prm800k'], consensus: 'adjudicated' } }),
  ).toContain('  - 1K<n<10K\n')
})

test('the card says what is in test, also if only held-out problems are', () => {
  const fileInfo = { format: 'stepmark', bytes: 0, sha256: '', rows: 1 } as const
  const trainFile = { ...fileInfo, name: 'stepmark-train.jsonl', split: 'train' } as const
  const testFile = { ...fileInfo, name: 'stepmark-test.jsonl', split: 'test' } as const
  const write = (testShare: number, files: ReleaseManifest['files']) =>
    writeCard({ files, options: { split: { testShare }, heldOut: { action: 'test' } } })
  expect(write(0.1, [trainFile, testFile])).toContain('test share 0.1')
  const card = write(0, [trainFile, testFile])
  expect(card).toContain('- Only held-out problems are in `test`.\n')
  expect(card).not.toContain('No test split')
  expect(write(0, [trainFile])).toContain('- No test split.\n')
})

/** Texts as people can send them, with what is hard in YAML and in Markdown. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 3 }),
      fc.constantFrom('\u007f', '\u0085', '\u009f', '\u2028', '\ufeff', '\ufffe', '\uffff', '---'),
      fc.constantFrom('\n', '\t', '"', "'", '\\', ': ', ' #', '<b>', '](', '`', '|', '&lt;'),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''))
  .filter((joined) => joined.isWellFormed())

/**
 * `c-printable` of YAML 1.2, without characters that some readers treat as the end of a line or
 * document.
 */
const printable =
  /^[\x20-\x7e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]*$/u

const readFrontMatter = (card: string) => card.split('\n---\n')[0]!.split('\n')

describe('the front matter of a dataset card', () => {
  test('is valid YAML and quotes any project and release name exactly', () => {
    const defaultLines = readFrontMatter(writeCard({}))
    fc.assert(
      fc.property(anyText, anyText, (projectName, name) => {
        const [start, title, ...otherLines] = readFrontMatter(writeCard({ projectName, name }))
        expect([start, ...otherLines]).toEqual([defaultLines[0], ...defaultLines.slice(2)])
        expect(title).toMatch(printable)
        // A double-quoted text with JSON escapes only. YAML reads it like JSON.
        const [, quotedTitle] = /^pretty_name: (".*")$/u.exec(title!)!
        expect(JSON.parse(quotedTitle!)).toBe(`${projectName}: ${name}`)
      }),
    )
  })
})

describe('user-written text in a dataset card', () => {
  test('adds no HTML, links or lines', () => {
    const hostileText = '<a href=x>&lt;\n## [x](http://y) `c` **b** | ~s~ ![i](j)\u0085\u007f'
    const card = writeCard({
      projectName: hostileText,
      name: hostileText,
      seed: hostileText,
      list: hostileText,
    })
    const body = card.slice(card.indexOf('\n---\n'))
    expect(body).not.toMatch(/<a|&lt;\n|[^\\]\[x|[^\\]\*\*b|[^\\]`c|[^\\]!\\\[i|[\u007f-\u009f]/u)
    expect(body.match(/&lt;a href=x>&amp;lt;/gu)).toHaveLength(4)
    expect(body.split('\n')).toHaveLength(writeCard({}).split('\n---\n')[1]!.split('\n').length + 2)
  })
})

test('the dataset card says whether some rows continue after the first error', () => {
  expect(writeCard({})).toContain('Steps after it have **no label**')
  const card = writeCard({ endsAtFirstError: false })
  expect(card).not.toContain('no label')
  expect(card).toContain('**some imported rows continue after it**')
})

test('the card says that rows end before a neutral step only if neutral is dropped', () => {
  const write = (neutral: string, formats = ['math-shepherd']) =>
    writeCard({ options: { formats, neutral } })
  const ends = 'ends before the first neutral step.\n'
  const caveat = 'ends before a neutral step does not contain an error after that step**'
  expect(write('drop')).toContain(ends)
  expect(write('drop')).toContain(caveat)
  expect(write('drop', ['processbench'])).toContain('ProcessBench has no row for an annotation')
  for (const card of [write('positive'), write('negative'), writeCard({})]) {
    expect(card).not.toContain(ends)
    expect(card).not.toContain(caveat)
  }
  expect(write('negative')).toContain('labels continue after it.')
})

test('the card of an incremental release names the kinds of change that do not include an annotation again', () => {
  expect(writeCard({})).not.toContain('since release')
  expect(writeCard({ since: { number: 3, cursor: '1/1:1:' } })).toMatch(
    /since release 3\. .*verdict.*gold.*problem/u,
  )
})
