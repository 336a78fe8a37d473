import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { sendApiRequest } from '@/lib/client/call-api'
import { outputFormatNames } from '@/lib/formats/format-names'
import { readSharedDataLines } from '@/lib/formats/testing/shared-data'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { importLines, type TestProject, makeProject } from '@/prisma/seed/factories'
import { serveWithFaults } from './testing/faulty-server'
import { makeLabelledLines } from './testing/labelled-lines'
import { runCommand } from './testing/run-command'
import { listenOnFreePort } from './testing/serve-api'
import { useTemporaryFolder } from './testing/temporary-folder'
import { useApiServer } from './testing/use-api-server'

useTestDatabase()
const server = useApiServer()
const folder = useTemporaryFolder()
let project: TestProject
beforeAll(async () => {
  project = await makeProject({}, server.admin())
})

const labelledLine = {
  labeler: 'e90a38f3-3135-4465-87af-3e6322e3d772',
  timestamp: '2022-07-30T23:23:32.118856',
  generation: null,
  is_quality_control_question: false,
  is_initial_screening_question: false,
  question: { problem: 'How much is 2 + 2?', ground_truth_answer: '4' },
  label: { steps: [], total_time: 293250, finish_reason: 'give_up' },
}

const readLabeler = (line: string) => (JSON.parse(line) as { labeler: string }).labeler

async function importLabelled(): Promise<TestProject> {
  const labelled = await makeProject({}, server.admin())
  await importLines(labelled, makeLabelledLines(0, 2))
  return labelled
}

const exportTo = (...more: string[]) =>
  runCommand(['export', '--project', project.slug, '--format', 'prm800k', ...more])

describe('export', () => {
  test('writes the imported bytes to a file and to standard output', async (context) => {
    const samples = readSharedDataLines(context, 'prm800k/samples.jsonl')
    await importLines(project, samples.join('\n'))
    const printed = await exportTo('--include-quality-control')
    expect(printed.status).toBe(0)
    expect(printed.stdout.split('\n').filter(Boolean).sort()).toEqual([...samples].sort())
    expect(printed.stderr).toMatch(/^6 annotations, 19 kB, written to standard output\.\n$/)
    const file = folder.path('labels.jsonl')
    const writtenResult = await exportTo(
      ...['--out', file, '--labels', 'imported', '--include-quality-control'],
    )
    expect(writtenResult).toEqual({
      status: 0,
      stdout: '',
      stderr: `6 annotations, 19 kB, written to ${file}.\n`,
    })
    expect(readFileSync(file, 'utf8')).toBe(printed.stdout)
    expect(readdirSync(folder.path('.'))).toEqual(['labels.jsonl'])
  })

  test('excludes quality-control annotations by default, and says how to include them', async () => {
    const qualityProject = await makeProject({}, server.admin())
    await importLines(qualityProject, [
      labelledLine,
      { ...labelledLine, labeler: 'b', is_quality_control_question: true },
      { ...labelledLine, labeler: 'c', is_initial_screening_question: true },
    ])
    const runExport = (...more: string[]) =>
      runCommand(['export', '--project', qualityProject.slug, '--format', 'prm800k', ...more])
    const { stdout, stderr } = await runExport()
    expect(stdout.split('\n').filter(Boolean).map(readLabeler)).toEqual([labelledLine.labeler])
    expect(stderr).toContain(
      'Excluded: 1 gold, 1 screening. Export them too with --include-quality-control.\n',
    )
    const completeExport = await runExport('--include-quality-control')
    expect(completeExport.stdout.split('\n').filter(Boolean)).toHaveLength(3)
    expect(completeExport.stderr).not.toContain('Excluded')
  })

  test('warns if the exported file is empty or the table has only its header', async () => {
    const warning = (reason: string) =>
      `Warning: the file has no rows. No annotation was selected${reason}.\n`
    const emptyProject = await makeProject({}, server.admin())
    const exportAs = (format: string, ...more: string[]) =>
      runCommand(['export', '--project', emptyProject.slug, '--format', format, ...more])
    expect(await exportAs('prm800k')).toEqual({
      status: 0,
      stdout: '',
      stderr: `0 annotations, 0 bytes, written to standard output.\n${warning('')}`,
    })
    expect((await exportAs('csv')).stderr).toContain(warning(', or none has a rating'))
    expect((await exportAs('preference', '--neutral', 'positive')).stderr).toContain(
      warning(', or none has a better-rated alternative at its first error'),
    )
    const { slug } = await importLabelled()
    const labelled = await runCommand(['export', '--project', slug, '--format', 'csv'])
    expect(labelled.stderr).not.toContain('Warning')
  })

  test('an empty export succeeds if the project can’t be read for its warning', async () => {
    const api = await serveWithFaults(
      () => server.url(),
      (request, response) => {
        if (!request.url!.endsWith(`/projects/${project.slug}`)) return false
        response.writeHead(500).end()
        return true
      },
    )
    const argv = ['--project', project.slug, '--format', 'csv', '--labels', 'own', '--url', api.url]
    const { status, stderr } = await runCommand(['export', ...argv])
    await api.stop()
    expect(stderr).toMatch(/\nWarning: the file has no rows\. No annotation was selected\.\n$/)
    expect(status).toBe(0)
  })

  test('the stepmark format has a version in every line, and events only with --events', async () => {
    const runExport = (...more: string[]) =>
      runCommand(['export', '--project', project.slug, '--format', 'stepmark', ...more])
    await importLines(project, [labelledLine])
    const { stdout, status } = await runExport('--labels', 'imported')
    expect(status).toBe(0)
    const { events, ...line } = JSON.parse(stdout.split('\n')[0]!)
    expect(line).toMatchObject({
      format: 'stepmark',
      version: 2,
      annotation: { origin: 'imported' },
    })
    expect(events).toBeNull()
    const withEvents = await runExport('--events')
    expect(JSON.parse(withEvents.stdout.split('\n')[0]!)).toEqual({ ...line, events: [] })
  })

  test('requires --neutral for a format with two ratings, and applies it to neutral ratings', async () => {
    const { slug } = await importLabelled()
    const runExport = (...more: string[]) => runCommand(['export', '--project', slug, ...more])
    const rejectedResult = await runExport('--format', 'trl-stepwise')
    expect(rejectedResult).toMatchObject({ status: 2, stdout: '' })
    expect(rejectedResult.stderr).toContain(
      '--neutral positive, negative or drop. Nothing was written.',
    )
    const labelsFor = async (neutral: string) => {
      const { stdout } = await runExport('--format', 'trl-stepwise', '--neutral', neutral)
      return (JSON.parse(stdout.split('\n')[0]!) as { labels: boolean[] }).labels
    }
    expect(await labelsFor('positive')).toEqual([true, true, true])
    expect(await labelsFor('negative')).toEqual([true, false, true])
    expect(await labelsFor('drop')).toEqual([true])
    const file = folder.path('table.csv')
    const { status, stderr } = await runExport('--format', 'csv', '-o', file)
    expect(status).toBe(0)
    expect(stderr).toMatch(/^6 lines, /)
    expect(readFileSync(file, 'utf8').trim().split(/\r?\n/)).toHaveLength(6)
  })

  test.each(outputFormatNames)('accepts the format %s', async (format) => {
    const { slug } = await importLabelled()
    const argv = ['export', '--project', slug, '--format', format, '--neutral', 'drop']
    const { status, stdout } = await runCommand(argv)
    expect(status).toBe(0)
    if (format !== 'preference') expect(stdout).not.toBe('')
  })

  test('rejects --prompt-separator for a format without pairs, in the command and in the API', async () => {
    const refusal = await exportTo('--prompt-separator', 'none')
    expect({ ...refusal, stderr: '' }).toEqual({ status: 2, stdout: '', stderr: '' })
    expect(refusal.stderr).toContain('--prompt-separator works only with the format preference')
    const request = sendApiRequest(
      'get /projects/{project}/export',
      { project: project.slug, format: 'prm800k', promptSeparator: 'none' },
      { baseUrl: server.url(), token: process.env.STEPMARK_TOKEN },
    )
    await expect(request).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('rejects --events for a format without events and says what to do', async () => {
    const { status, stdout, stderr } = await exportTo('--events')
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain('Omit --events or use --format stepmark')
    const refusal = sendApiRequest(
      'get /projects/{project}/export',
      { project: project.slug, format: 'prm800k', events: 'true' },
      { baseUrl: server.url(), token: process.env.STEPMARK_TOKEN },
    )
    await expect(refusal).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('no place for events') as string,
    })
  })

  test('rejects an --out path that cannot be a file', async () => {
    for (const outPath of [folder.path('.'), folder.path('absent/labels.jsonl'), '/dev/null'])
      expect(await exportTo('--out', outPath)).toMatchObject({ status: 2, stdout: '' })
  })

  test.each(['within a chunk', 'within a line'])(
    'keeps the existing file if the reply is cut short %s',
    async (end) => {
      const resettingServer = await listenOnFreePort(
        createServer((_, response) => {
          response.writeHead(200, { 'content-type': 'application/x-ndjson' })
          response.write('{"labeler": "a", "timestamp": "b"}\n{"labeler"')
          setTimeout(() => (end === 'within a chunk' ? response.destroy() : response.end()), 50)
        }),
      )
      const file = folder.write('kept.jsonl', 'old\n')
      const writtenResult = await exportTo('--url', resettingServer.url, '--out', file)
      const printed = await exportTo('--url', resettingServer.url)
      await resettingServer.stop()
      expect(writtenResult).toMatchObject({ status: 1, stdout: '' })
      expect(writtenResult.stderr).toContain(
        `The connection was lost after 45 bytes. ${file} was not written.`,
      )
      expect(readFileSync(file, 'utf8')).toBe('old\n')
      expect(readdirSync(folder.path('.')).filter((name) => name.includes('partial'))).toEqual([])
      expect(printed.status).toBe(1)
      expect(printed.stderr).toContain('The output is incomplete')
    },
  )
})
