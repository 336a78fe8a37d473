import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readReplyLines } from '@/lib/auth/testing/read-reply-lines'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makeProject } from '@/prisma/seed/factories'
import { releaseFormatNames } from '../release-formats'
import { makeEmptyExclusionCounts, type ReleaseManifest } from '../release-manifest'
import { exportAnnotations } from './queries'
import { downloadReleaseFile, getRelease, listReleases } from './release-queries'
import {
  labelSolution,
  makeLabelledProject,
  makeProjectWithSolutions,
} from './testing/labelled-project'
import {
  addTestHeldOutList,
  makeTestRelease,
  requestRelease,
  readReleaseIndex,
  readReleaseManifest,
  readReleaseBytes,
  readReleaseLines,
  runRequestedRelease,
} from './testing/test-releases'

useTestDatabase()

describe('a release', () => {
  test('contains every format of every split, with the same lines as an export', async () => {
    const { project, annotations } = await makeLabelledProject(12)
    const split = { testShare: 0.4, seed: 'a' }
    const release = await makeTestRelease(project, {
      formats: [...releaseFormatNames],
      neutral: 'positive',
      split,
    })
    expect(release).toMatchObject({ state: 'done', number: 1, readRows: 12, allRows: 12 })
    const names = release.files.map(({ name }) => name)
    const extensions = { csv: 'csv', 'trl-stepwise-parquet': 'parquet' } as Record<string, string>
    const data = releaseFormatNames.flatMap((format) =>
      ['train', 'test'].map(
        (name) => `${format.replace('-parquet', '')}-${name}.${extensions[format] ?? 'jsonl'}`,
      ),
    )
    const fileNames = ['README.md', 'SHA256SUMS', 'annotations.jsonl', 'manifest.json']
    expect(names.toSorted()).toEqual([...data, ...fileNames].toSorted())

    const index = await readReleaseIndex(project, 1)
    expect(index.map(({ annotation }) => annotation)).toEqual(annotations)
    const inTest = new Set(index.flatMap((row) => (row.split === 'test' ? [row.annotation] : [])))
    expect(inTest.size).toBeGreaterThan(0)
    expect(inTest.size).toBeLessThan(12)
    expect(release.counts).toEqual({
      train: {
        annotations: 12 - inTest.size,
        solutions: 12 - inTest.size,
        problems: 12 - inTest.size,
      },
      test: { annotations: inTest.size, solutions: inTest.size, problems: inTest.size },
      heldOut: { annotations: 0, solutions: 0, problems: 0 },
      excluded: makeEmptyExclusionCounts(),
    })
    for (const format of releaseFormatNames) {
      if (format === 'trl-stepwise-parquet') continue
      const name = (side: string) => `${format}-${side}.${extensions[format] ?? 'jsonl'}`
      const [train, test] = [
        await readReleaseLines(project, 1, name('train')),
        await readReleaseLines(project, 1, name('test')),
      ]
      const reply = await exportAnnotations.execute(project.admin, {
        project: project.slug,
        format,
        neutral: 'positive',
        labels: 'all',
      })
      const exported = await readReplyLines(reply)
      expect([...new Set([...train, ...test])].toSorted()).toEqual(
        [...new Set(exported)].toSorted(),
      )
      const rows = release.files.find((file) => file.name === name('train'))?.rows
      expect(rows).toBe(train.length - (format === 'csv' ? 1 : 0))
    }
  })

  test('lists valid checksums of all files except the list itself', async () => {
    const { project } = await makeLabelledProject(3)
    const { files } = await makeTestRelease(project, { formats: ['stepmark', 'csv'] })
    const sums = await readReleaseLines(project, 1, 'SHA256SUMS')
    expect(sums.map((line) => line.slice(66))).toHaveLength(files.length - 1)
    for (const line of sums) {
      const [sum, name] = [line.slice(0, 64), line.slice(66)]
      const bytes = await readReleaseBytes(project, 1, name)
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sum)
      expect(files.find((file) => file.name === name)).toMatchObject({
        sha256: sum,
        bytes: bytes.length,
      })
    }
  })

  test('has a manifest and a card with its options, counts and files', async () => {
    const { project, solutions } = await makeProjectWithSolutions(2)
    for (const solutionId of [...solutions.values()].flat()) {
      await labelSolution(project, solutionId)
      await labelSolution(project, solutionId)
    }
    await makeTestRelease(project, { formats: ['processbench'], neutral: 'positive' })
    const manifest = JSON.parse(
      (await readReleaseBytes(project, 1, 'manifest.json')).toString(),
    ) as ReleaseManifest
    expect(manifest).toMatchObject({
      format: 'stepmark-release',
      project: { slug: project.slug },
      release: { number: 1, name: 'A release' },
      since: null,
      options: {
        neutral: 'positive',
        filters: { includeUnfinished: false, includeGold: false, includeScreening: false },
        consensus: 'each',
      },
      truncateAtFirstError: true,
      counts: { train: { annotations: 4, solutions: 2, problems: 2 } },
      ratings: { train: { positive: 8, neutral: 4, negative: 0, unrated: 0 } },
      finishReasons: { solution: 4 },
    })
    expect(manifest.labelers.map(({ annotations }) => annotations)).toEqual([1, 1, 1, 1])
    expect((await readReleaseIndex(project, 1)).map((row) => row.annotations_of_solution)).toEqual([
      ...[2, 2, 2, 2],
    ])
    const card = (await readReleaseBytes(project, 1, 'README.md')).toString()
    expect(card).toMatch(/^---\npretty_name: /)
    expect(card).toContain('path: processbench-train.jsonl')
    expect(card).toContain('| train | 2 | 2 | 4 | 8 | 4 | 0 | 0 |')
    expect(card).not.toContain('test.jsonl')
  })

  test('warns about every empty file in the reply, the manifest and the card', async () => {
    const { project } = await makeLabelledProject(3)
    const split = { testShare: 0.1, seed: 'empty' }
    const options = { formats: ['stepmark', 'preference'] as const, neutral: 'drop' } as const
    const release = await makeTestRelease(project, {
      ...options,
      formats: [...options.formats],
      split,
    })
    const files = new Map(release.files.map(({ name, rows }) => [name, rows]))
    expect(files.get('stepmark-test.jsonl')).toBe(0)
    expect(files.get('preference-train.jsonl')).toBe(0)
    const warnings = [
      'The test split has no annotations, so its files are empty.',
      'preference-train.jsonl is empty: no annotation in train has a better-rated alternative at its first error.',
    ]
    expect(release.warnings).toEqual(warnings)
    expect((await readReleaseManifest(project, release.number)).warnings).toEqual(warnings)
    const card = (await readReleaseBytes(project, release.number, 'README.md')).toString()
    for (const warning of warnings) expect(card).toContain(`- **${warning}**`)
  })

  test('has data files with the same bytes for the same state and options', async () => {
    const { project } = await makeLabelledProject(6)
    const options = {
      formats: [...releaseFormatNames],
      neutral: 'negative',
      split: { testShare: 0.5 },
    } as const
    const [firstRelease, secondRelease] = [
      await makeTestRelease(project, { ...options, formats: [...releaseFormatNames] }),
      await makeTestRelease(project, { ...options, formats: [...releaseFormatNames] }),
    ]
    const fileNames = ['README.md', 'manifest.json', 'SHA256SUMS']
    const data = (files: typeof firstRelease.files) =>
      files.filter(({ name }) => !fileNames.includes(name))
    expect(data(firstRelease.files)).toEqual(data(secondRelease.files))
    expect(firstRelease.number).not.toBe(secondRelease.number)
  })

  test('has the same annotations.jsonl for any formats', async () => {
    const { project } = await makeLabelledProject(2)
    await makeTestRelease(project, { formats: ['stepmark'], events: true })
    await makeTestRelease(project, { formats: ['csv'] })
    expect(await readReleaseIndex(project, 1)).toEqual(await readReleaseIndex(project, 2))
  })

  test('fails without annotations and reports how many were excluded and why', async () => {
    const empty = await makeTestRelease(await makeProject())
    expect(empty).toMatchObject({ state: 'failed', files: [], counts: null })
    expect(empty.message).toMatch(/This project has no submitted annotations yet/)

    const { project } = await makeLabelledProject(2)
    await addTestHeldOutList(project, JSON.stringify({ problem: 'What is 0 plus one?' }))
    const filters = { subjects: ['Algebra'] }
    const emptyRelease = await makeTestRelease(project, { filters })
    expect(emptyRelease).toMatchObject({ state: 'failed', files: [], counts: null })
    expect(emptyRelease.message).toBe(
      'The release would be empty. Of 2 submitted annotations: 1 not matched by the filters; 1 held out. ' +
        'Change the filters or how annotations are combined, and create the release again.',
    )
    expect(await getDatabase().storedFile.count({ where: { projectId: project.id } })).toBe(0)
    const test = await makeTestRelease(project, { filters, heldOut: { action: 'test' } })
    expect(test).toMatchObject({ state: 'done', counts: { test: { annotations: 1 } } })
    expect((await readReleaseBytes(project, test.number, 'README.md')).toString()).not.toContain(
      'path: stepmark-train.jsonl',
    )
  })

  test('provides its files whole or in ranges, and no other files', async () => {
    const { project } = await makeLabelledProject(3)
    await makeTestRelease(project)
    const otherProject = await makeLabelledProject(1)
    const input = { project: project.slug, release: 1, file: 'stepmark-train.jsonl' }
    const reply = await downloadReleaseFile.execute(project.admin, input)
    expect(reply.fileName).toBe(input.file)
    const allBytes = await readReleaseBytes(project, 1, input.file)
    expect(reply).toMatchObject({ bytes: allBytes.length, mediaType: 'application/x-ndjson' })
    const partBytes = Buffer.concat(await Array.fromAsync(reply.read(100, 200)))
    expect(partBytes.equals(allBytes.subarray(100, 200))).toBe(true)
    for (const wrongFile of [
      { file: 'stepmark-test.jsonl' },
      { release: 2 },
      { project: otherProject.project.slug },
    ])
      await expect(
        downloadReleaseFile.execute(project.admin, { ...input, ...wrongFile }),
      ).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is immutable once done, as are its files', async () => {
    const { project } = await makeLabelledProject(1)
    await makeTestRelease(project)
    const where = { projectId: project.id }
    const db = getDatabase()
    await expect(db.release.updateMany({ where, data: { name: 'Other' } })).rejects.toThrow(
      /never changed/,
    )
    await expect(db.releaseFile.updateMany({ where, data: { rows: 7 } })).rejects.toThrow(
      /are never changed/,
    )
    expect(await runRequestedRelease(project, 1)).toMatchObject({
      name: 'A release',
      state: 'done',
    })
  })
})

test('concurrent releases get different numbers', async () => {
  const { project } = await makeLabelledProject(1)
  const created = await Promise.all(Array.from({ length: 5 }, () => requestRelease(project)))
  expect(new Set(created.map(({ number }) => number))).toEqual(new Set([1, 2, 3, 4, 5]))
  const { releases } = await listReleases.execute(project.admin, { project: project.slug })
  expect(releases.map(({ number, state }) => [number, state])).toEqual([
    ...[5, 4, 3, 2, 1].map((number) => [number, 'running']),
  ])
})

test('lists a stored release whose generation filter is above the integer range', async () => {
  const { project } = await makeLabelledProject(1)
  await requestRelease(project, { filters: { generations: [7] } })
  await getDatabase().$executeRaw`
    update release set options = jsonb_set(options, '{filters,generations}', '[3000000000]')
    where project_id = ${project.id}::uuid`
  const { releases } = await listReleases.execute(project.admin, { project: project.slug })
  expect(releases).toMatchObject([{ options: { filters: { generations: [3_000_000_000] } } }])
})

describe('a release request', () => {
  test.each([
    [
      'a format without neutral ratings, with no neutral policy',
      { formats: ['trl-stepwise'] },
      /neutral/,
    ],
    [
      'a Parquet format without neutral ratings, with no neutral policy',
      { formats: ['stepmark', 'trl-stepwise-parquet'] },
      /neutral/,
    ],
    [
      'an end time before the start time',
      { filters: { from: '2026-02-02T00:00:00Z', until: '2026-02-01T00:00:00Z' } },
      /until/,
    ],
    [
      'an unknown held-out list',
      { heldOut: { lists: ['01900000-0000-7000-8000-000000000000'] } },
      /not in this project/,
    ],
  ] as const)('is rejected and creates nothing: %s', async (_, options, message) => {
    const project = await makeProject()
    await expect(
      requestRelease(project, options as unknown as Parameters<typeof requestRelease>[1]),
    ).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(message) as string,
    })
    const { releases } = await listReleases.execute(project.admin, { project: project.slug })
    expect(releases).toEqual([])
  })

  test('is rejected if its base release does not exist or is not done', async () => {
    const { project } = await makeLabelledProject(1)
    await expect(requestRelease(project, { since: 1 })).rejects.toMatchObject({ code: 'not_found' })
    await requestRelease(project)
    await expect(requestRelease(project, { since: 1 })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  test('is rejected if its base is a release of another project', async () => {
    const [{ project }, otherProject] = [await makeLabelledProject(1), await makeLabelledProject(1)]
    await makeTestRelease(otherProject.project)
    await expect(requestRelease(project, { since: 1 })).rejects.toMatchObject({ code: 'not_found' })
    const input = { project: project.slug, release: 1 }
    await expect(getRelease.execute(project.admin, input)).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})
