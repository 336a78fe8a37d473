import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import { DatabaseDigester } from '@/lib/platform/testing/database-digest'
import { isFullTestRun, reportTestFigures } from '@/lib/platform/testing/report-figures'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  importLines,
  makeMember,
  makePerson,
  makeProblemLine,
  makeProject,
} from '@/prisma/seed/factories'
import { makeTokenHeaders, openTestApi } from './testing/api-client'
import { DuplicateRequestClient } from './testing/duplicate-request-client'

useTestDatabase()

const numRuns = isFullTestRun ? 60 : 2
const timeoutMs = isFullTestRun ? 1_800_000 : 120_000

let api: Awaited<ReturnType<typeof openTestApi>>
let digester: DatabaseDigester
let admin: Person
beforeAll(async () => {
  api = await openTestApi()
  digester = await new DatabaseDigester().open()
  admin = await makePerson({ isInstanceAdmin: true })
})
afterAll(() => digester.close())

test(
  `each repeated or late request of ${numRuns} simulated pages has one effect and one response`,
  async () => {
    const action = fc.record({
      pick: fc.nat(),
      times: fc.integer({ min: 1, max: 5 }),
      late: fc.nat(),
    })
    const actions = fc.array(action, { minLength: 8, maxLength: 14 })
    let requests = 0
    for (const list of fc.sample(actions, { numRuns })) {
      const project = await makeProject({}, admin)
      await importLines(project, [makeProblemLine('p', [0.9, 0.8, 0.7, 0.6, 0.5, 0.4])])
      const person = await makeMember(project, 'annotator')
      const headers = await makeTokenHeaders(person, 'write')
      const client = new DuplicateRequestClient(api, digester, project.slug, headers)
      await client.readChanges()
      for (const { pick, times, late } of list) {
        await client.perform(pick, times)
        await client.repeat(late)
      }
      requests += client.requests
    }
    reportTestFigures('Repeated calls', { pages: numRuns, requests })
    expect(requests).toBeGreaterThan(numRuns * 30)
  },
  timeoutMs,
)
