import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { outputFormatNames } from '@/lib/formats/format-names'
import { readLines } from '@/lib/formats/read-lines'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { compareLines } from './compare-lines'
import { detectLineFormat } from './detect-line-format'
import { runCommand } from './testing/run-command'
import { useTemporaryFolder } from './testing/temporary-folder'

const folder = useTemporaryFolder()

const ourLine = (id: string, note: string) =>
  `${JSON.stringify({ format: 'stepmark', version: 2, annotation: { id, note } })}\n`

async function diff(before: string, after: string, ...more: string[]) {
  const [a, b] = [folder.write('a.jsonl', before), folder.write('b.jsonl', after)]
  const { stdout, ...otherFields } = await runCommand(['diff', a, b, ...more])
  return { ...otherFields, stdout: stdout.replaceAll(a, 'A').replaceAll(b, 'B') }
}

describe('diff', () => {
  test('ignores differences in the order of lines', async () => {
    const [firstLine, secondLine] = [ourLine('1', 'x'), ourLine('2', 'y')]
    expect(await diff(firstLine + secondLine, secondLine + firstLine)).toEqual({
      status: 0,
      stdout: '',
      stderr: '0 added, 0 removed, 0 changed, 2 same.\n',
    })
    expect(await diff('', '')).toMatchObject({ status: 0 })
  })

  test('matches lines in the stepmark format by annotation id', async () => {
    const before = ourLine('1', 'x') + ourLine('2', 'y') + ourLine('3', 'z')
    const after = ourLine('4', 'w') + ourLine('3', 'z') + ourLine('2', 'other')
    const { status, stdout, stderr } = await diff(before, after)
    expect(status).toBe(1)
    expect(stdout.split('\n')).toEqual([
      'added    B:1  4',
      'changed  A:2  B:3  2',
      'removed  A:1  1',
      '',
    ])
    expect(stderr).toBe('1 added, 1 removed, 1 changed, 1 same.\n')
  })

  test('matches annotations in version 1 of the stepmark format with those in version 2', async () => {
    const ofVersion1 = `${JSON.stringify({ format: 'stepmark', version: 1, labelling: { id: '1' } })}\n`
    const { stderr } = await diff(ofVersion1, ourLine('1', 'x'))
    expect(stderr).toBe('0 added, 0 removed, 1 changed, 0 same.\n')
  })

  test('matches lines in formats without annotation ids by content, and counts duplicates', async () => {
    const { status, stdout } = await diff('a\nb\nb\n', 'b\nc\na\na\n')
    expect(status).toBe(1)
    expect(stdout).toBe('added    B:2\nadded    B:4\nremoved  A:3\n')
  })

  test('--json prints the counts', async () => {
    const { status, stdout, stderr } = await diff('a\n', 'b\n', '--json')
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
    expect(JSON.parse(stdout)).toEqual({ same: 0, added: 1, removed: 1, changed: 0 })
  })

  test.each([
    [
      ourLine('1', 'x'),
      '{"prompt": "a"}\n',
      /b\.jsonl:1 can’t be compared. The files have different/,
    ],
    [
      '{"prompt": "a"}\n',
      ourLine('1', 'x'),
      /b\.jsonl:1 can’t be compared. The files have different/,
    ],
    [`${ourLine('1', 'x')}{}\n`, '', /a\.jsonl:2 can’t be compared/],
  ])(
    'rejects lines in different formats, between two files or within one',
    async (before, after, message) => {
      const { status, stdout, stderr } = await diff(before, after)
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
      expect(stderr).toMatch(message)
    },
  )

  test('recognises every output format, and refuses to compare files in different formats', async () => {
    const doc = readFileSync(join(repositoryRoot, 'docs', 'exports.md'), 'utf8')
    const [, example = ''] = /`example\.jsonl`:\n\n```text\n([^]*?)```/.exec(doc) ?? []
    const files = new Map<string, string>()
    for (const format of outputFormatNames) {
      const argv = ['convert', '--to', format, '--neutral', 'negative']
      files.set(format, (await runCommand(argv, { input: example })).stdout)
    }
    const detectedFormats = [...files.values()].map((text) =>
      detectLineFormat(text.split('\n')[0]!),
    )
    expect(detectedFormats).toEqual(outputFormatNames)
    for (const [format, before] of files)
      for (const [otherFormat, after] of files) {
        const { status, stdout, stderr } = await diff(before, after)
        const names = `${format} and ${otherFormat}`
        if (format === otherFormat)
          expect({ status, stdout }, names).toEqual({ status: 0, stdout: '' })
        else {
          expect({ status, stdout }, names).toEqual({ status: 2, stdout: '' })
          expect(stderr).toContain(
            `The files have different formats: ${format} and ${otherFormat}.`,
          )
        }
      }
  })

  test('ends with 2 if a file does not exist or both are standard input', async () => {
    const a = folder.write('a.jsonl', 'a\n')
    expect(await runCommand(['diff', a, folder.path('absent')])).toMatchObject({ status: 2 })
    expect(await runCommand(['diff', '-', '-'])).toMatchObject({ status: 2 })
  })
})

async function* stream(lines: readonly string[]): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''))
}

async function compare(before: readonly string[], after: readonly string[]) {
  const changes = compareLines(readLines(stream(before)), readLines(stream(after)))
  const listed = []
  let next = await changes.next()
  for (; next.done !== true; next = await changes.next()) listed.push(next.value)
  return { listed, counts: next.value }
}

const someLines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'é', '{"x": 1}'), { maxLength: 12 })

test('for random files, removing and adding the lines that diff lists turns the first file into the second', async () => {
  await fc.assert(
    fc.asyncProperty(someLines, someLines, async (before, after) => {
      const { listed, counts } = await compare(before, after)
      const count = (lines: readonly string[], line: string) =>
        lines.filter((otherLine) => otherLine === line).length
      const kinds = [...new Set([...before, ...after])]
      const commonCounts = kinds.map((line) => Math.min(count(before, line), count(after, line)))
      const commonTotal = commonCounts.reduce((sum, n) => sum + n, 0)
      expect(counts).toEqual({
        same: commonTotal,
        added: after.length - commonTotal,
        removed: before.length - commonTotal,
        changed: 0,
      })
      // Removing the removed lines and adding the added ones turns the first file into the second.
      const removedSet = new Set(listed.flatMap(({ before: line }) => line ?? []))
      const addedSet = new Set(listed.flatMap(({ after: line }) => line ?? []))
      const unchanged = before.filter((_, i) => !removedSet.has(i + 1))
      const rebuilt = [...unchanged, ...after.filter((_, i) => addedSet.has(i + 1))]
      expect(rebuilt.sort()).toEqual([...after].sort())
    }),
  )
})
