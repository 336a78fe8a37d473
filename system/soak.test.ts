import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { findFreePort } from '@/lib/platform/server/free-port'
import { usePgClient } from '@/lib/platform/server/pg-client'
import { testPassword } from '@/prisma/seed/factories'
import { makeAnnotatedProject } from './testing/annotated-project'
import type { Annotator } from './testing/annotator'
import { isFull, reportFigures } from '@/lib/platform/testing/figures'
import { type Answer, askOnce, signInOver } from './testing/hand'
import { type Inspector, inspectProcess } from './testing/inspect-process'
import { startSystem } from './testing/processes'

/** STEPMARK_SOAK_MINUTES: for a longer look, or a shorter. */
const minutes = Number(process.env.STEPMARK_SOAK_MINUTES ?? 20)
const warmUpShare = 0.3
const people = 8
/** Between two acts of a person: a pace, so that minutes can be compared. */
const paceMs = 150
const solutionsPerMinute = 1_000
const sampleMs = 5_000
/** What is kept after a collection says what leaks; resident memory also what the allocator has not given back. */
const growsAtMost = { megabytesPerMinute: 1, connections: 2, files: 8, handles: 8 }

interface Sample {
  minute: number
  /** Resident. */
  megabytes: number
  /** Of the heaps of all threads, after a collection. */
  heap: number
  /** Of the event loop. */
  handles: number
  files: number
  connections: number
}

test.runIf(isFull)(`${minutes} minutes of work leave nothing behind`, async () => {
  const inspectorPort = await findFreePort(0)
  const system = await startSystem({
    processes: 1,
    // What is garbage must not look like a leak: there is little room for it.
    env: {
      STEPMARK_WORKER: 'on',
      NODE_OPTIONS: `--max-old-space-size=256 --inspect=127.0.0.1:${inspectorPort}`,
    },
  })
  const inspector = await inspectProcess(inspectorPort)
  const over = new AbortController()
  try {
    const made = await makeAnnotatedProject(system.databaseUrl, minutes * solutionsPerMinute)
    const [{ url, process: child }] = system.servers as [(typeof system.servers)[number]]
    const annotators: Annotator[] = []
    while (annotators.length < people) annotators.push(await made.join([url]))
    const reader = await made.enrol()
    const cookie = await signInOver(url, reader.email, testPassword)
    const pages = ['', '/mine', '/guideline'].map(
      (page) => `${url}/projects/${made.project.slug}${page}`,
    )
    const seen = { pages: 0, putOff: 0, failed: [] as string[] }
    const look = async () => {
      while (!over.signal.aborted)
        for (const page of pages) {
          const answer = await askOnce(page, { headers: { cookie } })
          seen.pages += 1
          if (isPutOff(answer)) seen.putOff += 1
          else if (answer.status !== 200)
            seen.failed.push(`${page} ${answer.status} after ${answer.ms} ms`)
          await sleep(4 * paceMs)
        }
    }
    const working = [
      ...annotators.map((annotator) => annotator.work(() => over.signal.aborted, false, paceMs)),
      look(),
    ]
    const samples = await Promise.race([
      takeSamples(system.databaseUrl, child.pid!, inspector),
      Promise.all(working).then(() => Promise.reject(new Error('The work ended early'))),
    ])
    over.abort()
    await Promise.all(working)
    expect(annotators.flatMap(({ unexpected }) => unexpected)).toEqual([])
    const kept = samples.filter(({ minute }) => minute >= minutes * warmUpShare)
    const growth = {
      megabytesPerMinute: readSlope(kept, 'megabytes'),
      heapMegabytesPerMinute: readSlope(kept, 'heap'),
      handles: readSlope(kept, 'handles') * minutes,
      connections: readSlope(kept, 'connections') * minutes,
      files: readSlope(kept, 'files') * minutes,
    }
    const last = kept.at(-1)!
    reportFigures('Soak', {
      minutes,
      'saves and submissions': annotators.reduce((sum, { sent }) => sum + sent.length, 0),
      'pages / put off (429, 503) / failed': `${seen.pages} / ${seen.putOff} / ${seen.failed.length}`,
      'heap after collection, MB, after warm-up / at the end': `${kept[0]!.heap.toFixed(1)} / ${last.heap.toFixed(1)}`,
      'heap grows, MB/min': growth.heapMegabytesPerMinute.toFixed(2),
      'resident memory, MB, after warm-up / at the end': `${kept[0]!.megabytes} / ${last.megabytes}`,
      'resident memory grows, MB/min': growth.megabytesPerMinute.toFixed(2),
      'handles of the event loop, after warm-up / at the end': `${kept[0]!.handles} / ${last.handles}`,
      'open files, after warm-up / at the end': `${kept[0]!.files} / ${last.files}`,
      'connections to PostgreSQL, after warm-up / at the end': `${kept[0]!.connections} / ${last.connections}`,
    })
    const words = `The server's last words:\n${system.readLogs().join('').slice(-4_000)}`
    expect(seen.failed, words).toEqual([])
    expect(seen.pages).toBeGreaterThan(minutes)
    expect(growth.heapMegabytesPerMinute).toBeLessThanOrEqual(growsAtMost.megabytesPerMinute)
    expect(growth.handles).toBeLessThanOrEqual(growsAtMost.handles)
    expect(growth.megabytesPerMinute).toBeLessThanOrEqual(growsAtMost.megabytesPerMinute)
    expect(growth.connections).toBeLessThanOrEqual(growsAtMost.connections)
    expect(growth.files).toBeLessThanOrEqual(growsAtMost.files)
  } finally {
    over.abort()
    inspector.close()
    await system.stop()
  }
})

/** As docs/operate.md says that a busy server may, and to be asked again. */
const isPutOff = ({ status, retryAfter }: Answer) =>
  (status === 429 || status === 503) && Number(retryAfter) > 0

async function takeSamples(
  databaseUrl: string,
  pid: number,
  inspector: Inspector,
): Promise<Sample[]> {
  const samples: Sample[] = []
  const began = performance.now()
  for (;;) {
    const minute = (performance.now() - began) / 60_000
    if (minute >= minutes) return samples
    const held = await inspector.read()
    samples.push({
      minute,
      heap: held.heapMegabytes,
      handles: Object.values(held.handles).reduce((sum, count) => sum + count, 0),
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

/** Sockets too; 0 where the machine does not tell. */
function countFiles(pid: number): number {
  const folder = `/proc/${pid}/fd`
  return existsSync(folder) ? readdirSync(folder).length : 0
}

async function countConnections(databaseUrl: string): Promise<number> {
  return usePgClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
    return rows[0]!.n
  })
}

/** The middle of all slopes between two minutes, each by its lowest sample: a peak between two collections is none. */
function readSlope(samples: readonly Sample[], what: Exclude<keyof Sample, 'minute'>): number {
  const lowest = new Map<number, number>()
  for (const sample of samples) {
    const minute = Math.floor(sample.minute)
    lowest.set(minute, Math.min(lowest.get(minute) ?? Infinity, sample[what]))
  }
  const points = [...lowest]
  const slopes = points.flatMap(([minute, value], i) =>
    points.slice(i + 1).map(([later, then]) => (then - value) / (later - minute)),
  )
  return slopes.sort((a, b) => a - b)[Math.floor(slopes.length / 2)] ?? 0
}
