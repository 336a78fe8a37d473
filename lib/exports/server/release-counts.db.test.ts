import { expect, test } from 'vitest'
import { readSharedDataLines } from '@/lib/formats/testing/shared-data'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { importLines, makeProject } from '@/prisma/seed/factories'
import type { ReleaseManifest } from '../release-manifest'
import { type ReleaseTestOptions, makeTestRelease, readReleaseBytes } from './testing/test-releases'

useTestDatabase()

async function release(lines: readonly string[], formats: ReleaseTestOptions['formats']) {
  const project = await makeProject()
  await importLines(project, `${lines.join('\n')}\n`)
  const { number, state, counts } = await makeTestRelease(project, { formats, neutral: 'positive' })
  expect(state).toBe('done')
  expect(counts?.train.annotations).toBeGreaterThan(0)
  const read = async (name: string) => (await readReleaseBytes(project, number, name)).toString()
  const manifest = JSON.parse(await read('manifest.json')) as ReleaseManifest
  return { isTruncated: manifest.truncateAtFirstError, card: await read('README.md'), read }
}

test('a release keeps and reports Math-Shepherd’s labels after the first error', async (context) => {
  const lines = readSharedDataLines(context, 'formats/math-shepherd.real.jsonl')
  for (const format of ['trl-stepwise', 'trl-stepwise-parquet', 'math-shepherd'] as const) {
    const { isTruncated, card, read } = await release(lines, [format])
    expect(isTruncated).toBe(false)
    expect(card).toContain('**some imported rows continue after it**')
    if (format === 'trl-stepwise')
      expect(await read('trl-stepwise-train.jsonl')).toMatch(/"labels":\[[^\]]*false,(true|false)/u)
  }
  expect(await release(lines, ['rlhflow', 'processbench'])).toMatchObject({
    isTruncated: true,
    card: expect.stringContaining('**no label**') as string,
  })
})

test('the manifest of a release of imported PRM800K lines says that rows end at the first error, in each format', async (context) => {
  const lines = readSharedDataLines(context, 'formats/prm800k.real.jsonl')
  const all = ['prm800k', 'stepmark', 'trl-stepwise', 'math-shepherd', 'csv'] as const
  expect(await release(lines, [...all])).toMatchObject({ isTruncated: true })
})
