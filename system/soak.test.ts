import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { findFreePort } from '@/lib/platform/server/free-port'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { isFullTestRun, reportTestFigures } from '@/lib/platform/testing/report-figures'
import { testPassword } from '@/prisma/seed/factories'
import { makeAnnotatableProject } from './testing/annotatable-project'
import type { AnnotatorClient } from './testing/annotator-client'
import { type RequestResult, requestWithoutRetry, signInOnServer } from './testing/lease-holder'
import { type ProcessInspector, connectProcessInspector } from './testing/process-inspector'
import { startTestSystem } from './testing/test-system'

/** STEPMARK_SOAK_MINUTES sets another duration. */
const minutes = Number(process.env.STEPMARK_SOAK_MINUTES ?? 20)
const warmUpShare = 0.3
const people = 8
/** Pause between two requests of a person. */
const paceMs = 150
const solutionsPerMinute = 1_000
const sampleMs = 5_000
/** Resident memory also includes what the allocator has not yet returned to the system. */
const maxGrowth = { megabytesPerMinute: 1, connections: 2, files: 8, handles: 8 }

interface Sample {
  minute: number
  /** Resident memory. */
  megabytes: number
  /** Megabytes in the heaps of all threads, after a collection. */
  heap: number
  /** Handles of the event loop. */
  handles: number
  files: number
  connections: number
}

test.runIf(isFullTestRun)(
  `processes leak no memory, handles, files or connections in ${minutes} minutes of annotation`,
  async () => {
    const inspectorPort = await findFreePort(0)
    const system = await startTestSystem({
      processes: 1,
      // A small heap, so that garbage doesn't look like a leak.
      env: {
        STEPMARK_WORKER: 'on',
        NODE_OPTIONS: `--max-old-space-size=256 --inspect=127.0.0.1:${inspectorPort}`,
      },
    })
    const inspector = await connectProcessInspector(inspectorPort)
    const stopController = new AbortController()
    try {
      const annotatedProject = await makeAnnotatableProject(
        system.databaseUrl,
        minutes * solutionsPerMinute,
      )
      const [{ url, process: child }] = system.servers as [(typeof system.servers)[number]]
      const annotators: AnnotatorClient[] = []
      while (annotators.length < people) annotators.push(await annotatedProject.addClient([url]))
      const reader = await annotatedProject.enrol()
      const cookie = await signInOnServer(url, reader.email, testPassword)
      const pages = ['', '/mine', '/guideline'].map(
        (page) => `${url}/projects/${annotatedProject.project.slug}${page}`,
      )
      const pageCounts = { pages: 0, deferred: 0, failed: [] as string[] }
      const readPages = async () => {
        while (!stopController.signal.aborted)
          for (const page of pages) {
            const result = await requestWithoutRetry(page, { headers: { cookie } })
            pageCounts.pages += 1
            if (isDeferred(result)) pageCounts.deferred += 1
            else if (result.status !== 200)
              pageCounts.failed.push(`${page} ${result.status} after ${result.ms} ms`)
            await sleep(4 * paceMs)
          }
      }
      const runs = [
        ...annotators.map((annotator) =>
          annotator.work(() => stopController.signal.aborted, false, paceMs),
        ),
        readPages(),
      ]
      const samples = await Promise.race([
        takeSamples(system.databaseUrl, child.pid!, inspector),
        Promise.all(runs).then(() => Promise.reject(new Error('The annotators stopped early'))),
      ])
      stopController.abort()
      await Promise.all(runs)
      expect(annotators.flatMap(({ unexpected }) => unexpected)).toEqual([])
      const samplesAfterWarmUp = samples.filter(({ minute }) => minute >= minutes * warmUpShare)
      const growth = {
        megabytesPerMinute: readSlope(samplesAfterWarmUp, 'megabytes'),
        heapMegabytesPerMinute: readSlope(samplesAfterWarmUp, 'heap'),
        handles: readSlope(samplesAfterWarmUp, 'handles') * minutes,
        connections: readSlope(samplesAfterWarmUp, 'connections') * minutes,
        files: readSlope(samplesAfterWarmUp, 'files') * minutes,
      }
      const lastSample = samplesAfterWarmUp.at(-1)!
      reportTestFigures('Soak', {
        minutes,
        'saves and submissions': annotators.reduce(
          (sum, { sentWrites }) => sum + sentWrites.length,
          0,
        ),
        'pages / deferred (429, 503) / failed': `${pageCounts.pages} / ${pageCounts.deferred} / ${pageCounts.failed.length}`,
        'heap after collection, MB, after warm-up / at the end': `${samplesAfterWarmUp[0]!.heap.toFixed(1)} / ${lastSample.heap.toFixed(1)}`,
        'heap grows, MB/min': growth.heapMegabytesPerMinute.toFixed(2),
        'resident memory, MB, after warm-up / at the end': `${samplesAfterWarmUp[0]!.megabytes} / ${lastSample.megabytes}`,
        'resident memory grows, MB/min': growth.megabytesPerMinute.toFixed(2),
        'handles of the event loop, after warm-up / at the end': `${samplesAfterWarmUp[0]!.handles} / ${lastSample.handles}`,
        'open files, after warm-up / at the end': `${samplesAfterWarmUp[0]!.files} / ${lastSample.files}`,
        'connections to PostgreSQL, after warm-up / at the end': `${samplesAfterWarmUp[0]!.connections} / ${lastSample.connections}`,
      })
      const logTail = `The end of the log:\n${system.readLogs().join('').slice(-4_000)}`
      expect(pageCounts.failed, logTail).toEqual([])
      expect(pageCounts.pages).toBeGreaterThan(minutes)
      expect(growth.heapMegabytesPerMinute).toBeLessThanOrEqual(maxGrowth.megabytesPerMinute)
      expect(growth.handles).toBeLessThanOrEqual(maxGrowth.handles)
      expect(growth.megabytesPerMinute).toBeLessThanOrEqual(maxGrowth.megabytesPerMinute)
      expect(growth.connections).toBeLessThanOrEqual(maxGrowth.connections)
      expect(growth.files).toBeLessThanOrEqual(maxGrowth.files)
    } finally {
      stopController.abort()
      inspector.close()
      await system.stop()
    }
  },
)

/** Whether a busy server asked to try again later (docs/operate.md). */
const isDeferred = ({ status, retryAfter }: RequestResult) =>
  (status === 429 || status === 503) && Number(retryAfter) > 0

async function takeSamples(
  databaseUrl: string,
  pid: number,
  inspector: ProcessInspector,
): Promise<Sample[]> {
  const samples: Sample[] = []
  const startedAt = performance.now()
  for (;;) {
    const minute = (performance.now() - startedAt) / 60_000
    if (minute >= minutes) return samples
    const memory = await inspector.read()
    samples.push({
      minute,
      heap: memory.heapMegabytes,
      handles: Object.values(memory.handles).reduce((sum, count) => sum + count, 0),
      megabytes: readMegabytes(pid),
      files: countFiles(pid),
      connections: await countConnections(databaseUrl),
    })
    await sleep(sampleMs)
  }
}

function readMegabytes(pid: number): number {
  const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Math.round(Number(kilobytes) / 1_024)
}

/** Includes sockets. 0 if the system has no /proc. */
function countFiles(pid: number): number {
  const folder = `/proc/${pid}/fd`
  return existsSync(folder) ? readdirSync(folder).length : 0
}

async function countConnections(databaseUrl: string): Promise<number> {
  return withPgClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
    return rows[0]!.n
  })
}

/** Median of the slopes between all pairs of minutes. The lowest sample of a minute counts, to ignore peaks. */
function readSlope(samples: readonly Sample[], measure: Exclude<keyof Sample, 'minute'>): number {
  const minByMinute = new Map<number, number>()
  for (const sample of samples) {
    const minute = Math.floor(sample.minute)
    minByMinute.set(minute, Math.min(minByMinute.get(minute) ?? Infinity, sample[measure]))
  }
  const points = [...minByMinute]
  const slopes = points.flatMap(([minute, value], i) =>
    points
      .slice(i + 1)
      .map(([laterMinute, laterValue]) => (laterValue - value) / (laterMinute - minute)),
  )
  return slopes.sort((a, b) => a - b)[Math.floor(slopes.length / 2)] ?? 0
}
