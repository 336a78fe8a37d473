import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import type { TestProject } from '@/prisma/seed/factories'
import { listOverbookedSolutions } from './compare-sent-writes'

/** Checks repeatedly, while people annotate, that no solution has more annotators than slots. */
export function watchSlotLimits(databaseUrl: string, { id }: TestProject, overlap: number) {
  const stopController = new AbortController()
  let checkCount = 0
  const watch = withPgClient(databaseUrl, async (client) => {
    while (!stopController.signal.aborted) {
      assert.deepEqual(await listOverbookedSolutions(client, id, overlap), [])
      checkCount += 1
      await sleep(isFullTestRun ? 2_000 : 100)
    }
  })
  return {
    /** Returns the number of checks. */
    async stop() {
      stopController.abort()
      await watch
      return checkCount
    },
  }
}
