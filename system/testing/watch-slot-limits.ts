import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import type { TestProject } from '@/prisma/seed/factories'
import { listOverbookedSolutions } from './compare-sent-writes'

/** Checks repeatedly, while people annotate, that no solution has more annotators than slots. */
export function watchSlotLimits(databaseUrl: string, { id }: TestProject, overlap: number) {
  const over = new AbortController()
  let looks = 0
  const watching = withPgClient(databaseUrl, async (client) => {
    while (!over.signal.aborted) {
      assert.deepEqual(await listOverbookedSolutions(client, id, overlap), [])
      looks += 1
      await sleep(isFullTestRun ? 2_000 : 100)
    }
  })
  return {
    async stop() {
      over.abort()
      await watching
      return looks
    },
  }
}
