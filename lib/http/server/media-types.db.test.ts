import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { readAgreementReport } from '@/lib/agreement/server/queries'
import { exportAudit, exportAuditChainHeads, exportInstanceAudit } from '@/lib/audit/server/queries'
import type { StreamQuery } from '@/lib/auth/server/operation'
import { downloadReleaseFileContract } from '@/lib/exports/contract'
import { findReleaseMediaType } from '@/lib/exports/find-release-media-type'
import { exportAnnotations } from '@/lib/exports/server/queries'
import { outputFormatNames } from '@/lib/formats/format-names'
import { listTimeSpent } from '@/lib/people/server/queries'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makePerson, makeProject, type TestProject } from '@/prisma/seed/factories'
import { httpOperations } from './api'

useTestDatabase()

let project: TestProject
beforeAll(async () => {
  project = await makeProject({}, await makePerson({ isInstanceAdmin: true }))
})

/** Inputs with every format that an operation takes. */
const listInputs = (): [StreamQuery, object[]][] => {
  const projectInput = { project: project.slug }
  const formats = (names: readonly string[], input: object) =>
    names.map((format) => ({ ...input, format }))
  return [
    [exportAnnotations, formats(outputFormatNames, { ...projectInput, neutral: 'positive' })],
    [readAgreementReport, formats(['json', 'csv'], { ...projectInput, agreement: randomUUID() })],
    [listTimeSpent, [projectInput]],
    [exportAudit, formats(['jsonl', 'csv'], projectInput)],
    [exportInstanceAudit, formats(['jsonl', 'csv'], {})],
    [exportAuditChainHeads, [{}]],
  ]
}

test('streams have the media types that the API description lists', async () => {
  for (const [operation, inputs] of listInputs()) {
    const { contract } = operation
    const streamedCalls = new Set<string>()
    for (const input of inputs) {
      const reply = await operation.execute(project.admin, contract.input.parse(input))
      await reply.blocks[Symbol.asyncIterator]().return?.(undefined)
      streamedCalls.add((reply.mediaType ?? 'application/x-ndjson').split(';')[0]!)
    }
    expect([...streamedCalls].sort(), contract.name).toEqual([...contract.mediaTypes].sort())
  }
})

test('files of releases have the media types that the API description lists', () => {
  const files = ['a.jsonl', 'a.csv', 'manifest.json', 'README.md', 'SHA256SUMS', 'a.parquet']
  expect(files.map(findReleaseMediaType).sort()).toEqual(
    [...downloadReleaseFileContract.mediaTypes].sort(),
  )
})

test('these tests cover every operation with an unusual media type', () => {
  const testedCalls = [
    ...listInputs().map(([{ contract }]) => contract.name),
    'downloadReleaseFile',
  ]
  for (const { contract } of httpOperations) {
    const { name, mediaTypes } = contract
    if (testedCalls.includes(name)) continue
    expect(mediaTypes.length, name).toBe(1)
    expect(mediaTypes[0], name).toMatch(/json$|octet-stream$/)
    expect(contract.route.responses[200], name).toHaveProperty(['content', mediaTypes[0]!])
  }
})
