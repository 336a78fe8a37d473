import fc from 'fast-check'
import { describe, expect, test, type TestContext } from 'vitest'
import { readReplyLines } from '@/lib/auth/testing/read-reply-lines'
import { anyPrm800kLine } from '@/lib/formats/testing/any-prm800k-line'
import { readSharedDataLines } from '@/lib/formats/testing/shared-data'
import { getDatabase } from '@/lib/platform/server/database'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { importLines, makeProject, type TestProject } from '@/prisma/seed/factories'
import { exportAnnotations } from './queries'

useTestDatabase()

async function exportText(project: TestProject, labels: 'all' | 'own' | 'imported' = 'imported') {
  const reply = await exportAnnotations.execute(project.admin, {
    project: project.slug,
    format: 'prm800k',
    labels,
    includeQualityControl: true,
  })
  let text = ''
  for (const line of await readReplyLines(reply)) text += `${line}\n`
  return text
}

const readSamples = (context: TestContext) =>
  `${readSharedDataLines(context, 'prm800k/samples.jsonl').join('\n')}\n`

describe('real lines of PRM800K', () => {
  test('are exported from database rows byte for byte as they were imported', async (context) => {
    const samples = readSamples(context)
    const project = await makeProject()
    const report = await importLines(project, samples)
    expect(report).toMatchObject({ lines: 6, invalidLines: 0, annotations: 6, formats: 'prm800k' })
    expect(await exportText(project)).toBe(samples)
    expect(await exportText(project, 'own')).toBe('')
  })

  test('are exported unchanged except for the one rating changed in the database', async (context) => {
    const samples = readSamples(context)
    const project = await makeProject()
    await importLines(project, samples)
    await getDatabase().$executeRaw`
      update annotation set ratings[1] = 0 where project_id = ${project.id}::uuid and finish_reason = 'found_error'`
    const [before, after] = [samples.split('\n'), (await exportText(project)).split('\n')]
    const changedLines = before.flatMap((line, i) => (line === after[i] ? [] : [i]))
    expect(changedLines).toEqual([1])
    expect(after[1]!.replace('"rating": 0', '"rating": 1')).toBe(before[1])
  })

  test('add nothing if the same file is imported twice', async (context) => {
    const samples = readSamples(context)
    const project = await makeProject()
    await importLines(project, samples)
    const second = await importLines(project, samples)
    expect(second).toMatchObject({
      problems: 0,
      solutions: 0,
      annotations: 0,
      duplicates: 6,
      invalidLines: 0,
    })
    expect(await exportText(project)).toBe(samples)
  })

  test('keep the different alternatives of two annotators of one solution', async (context) => {
    const samples = readSamples(context)
    const project = await makeProject()
    const line = JSON.parse(samples.split('\n')[1]!)
    line.labeler = '00000000-0000-4000-8000-000000000000'
    line.label.steps.at(-1).completions.splice(1, 1, {
      text: 'Another way to go on.',
      rating: 0,
      flagged: false,
    })
    // JSON.stringify writes no spaces. The importer accepts both, the exporter writes them.
    await importLines(project, `${samples.split('\n')[1]}\n${JSON.stringify(line)}\n`)
    const [first, second] = (await exportText(project)).split('\n')
    expect(first).toBe(samples.split('\n')[1])
    expect(JSON.parse(second!)).toEqual(line)
    expect(await getDatabase().solution.count({ where: { projectId: project.id } })).toBe(1)
  })
})

test('random PRM800K lines of every documented shape round-trip byte for byte and in order, over many batches', async () => {
  const project = await makeProject()
  const lines = [...new Set(fc.sample(anyPrm800kLine, isFullTestRun ? 1_200 : 600))]
  const report = await importLines(project, `${lines.join('\n')}\n`)
  expect(report).toMatchObject({ lines: lines.length, invalidLines: 0, annotations: lines.length })
  const exported = (await exportText(project)).split('\n')
  const differingIndex = lines.findIndex((line, i) => exported[i] !== line)
  expect(exported[differingIndex]).toBe(lines[differingIndex])
  expect(exported).toHaveLength(lines.length + 1)
})

test('imports and exports lines of 700 kB, in batches and pages by bytes', async (context) => {
  const project = await makeProject()
  const [line] = readSharedDataLines(context, 'prm800k/samples.jsonl').slice(1)
  const lineCount = isFullTestRun ? 40 : 14
  const marker = '"question": {"problem": "'
  expect(line).toContain(marker)
  const lines = Array.from({ length: lineCount }, (_, i) =>
    line!.replace(marker, `${marker}${i} ${'x'.repeat(700_000)} `),
  )
  const text = `${lines.join('\n')}\n`
  const report = await importLines(project, text)
  expect(report).toMatchObject({ lines: lineCount, invalidLines: 0, annotations: lineCount })
  expect((await exportText(project)) === text).toBe(true)
})

describe('an export in any format', () => {
  const ask = (
    project: TestProject,
    more: Partial<Parameters<typeof exportAnnotations.execute>[1]>,
  ) =>
    exportAnnotations.execute(project.admin, {
      project: project.slug,
      format: 'stepmark',
      labels: 'all',
      ...more,
    })

  test('has a file name, a media type and, for tables, a header', async () => {
    const project = await makeProject()
    const csv = await ask(project, { format: 'csv' })
    expect(csv).toMatchObject({ fileName: `${project.slug}.csv`, mediaType: 'text/csv' })
    const [header, ...rows] = await readReplyLines(csv)
    expect(header).toContain('rating')
    expect(rows).toEqual([])
    expect(await ask(project, { format: 'processbench', neutral: 'drop' })).toMatchObject({
      fileName: `${project.slug}.processbench.jsonl`,
      mediaType: 'application/x-ndjson',
    })
  })

  test('is rejected without a neutral policy if the format has only correct and wrong labels', async () => {
    const project = await makeProject()
    await expect(ask(project, { format: 'trl-stepwise' })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/neutral/) as string,
    })
  })
})
