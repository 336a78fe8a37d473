import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { usePgClient } from '@/lib/platform/server/pg-client'
import { testPassword } from '@/prisma/seed/factories'
import { makeAnnotatedProject } from './testing/annotated-project'
import type { Annotator } from './testing/annotator'
import { isFull, reportFigures } from './testing/figures'
import { askOnce, signInOver } from './testing/hand'
import { startSystem } from './testing/processes'

/** STEPMARK_SOAK_MINUTES: for a longer look, or a shorter. */
const minutes = Number(process.env.STEPMARK_SOAK_MINUTES ?? 20)
const warmUpShare = 0.3
const people = 8
/** Between two acts of a person: a pace, so that minutes can be compared. */
const paceMs = 150
const solutionsPerMinute = 1_000
const sampleMs = 5_000
/** One that is refused while the machine is busy is no leak; many would say that little was done. */
const pagesFailAtMost = 0.02
const growsAtMost = { megabytesPerMinute: 1, connections: 2, files: 8 }

interface Sample {
  minute: number
  megabytes: number
  files: number
  connections: number
}

test.runIf(isFull)(`${minutes} minutes of work leave nothing behind`, async () => {
  const system = await startSystem({
    processes: 1,
    // What is garbage must not look like a leak: there is little room for it.
    env: { NODE_OPTIONS: '--max-old-space-size=256' },
  })
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
    const seen = { pages: 0, failed: 0 }
    const look = async () => {
      while (!over.signal.aborted)
        for (const page of pages) {
          const { status } = await askOnce(page, { headers: { cookie } })
          seen.pages += 1
          if (status !== 200) seen.failed += 1
          await sleep(4 * paceMs)
        }
    }
    const working = [
      ...annotators.map((annotator) => annotator.work(() => over.signal.aborted, false, paceMs)),
      look(),
    ]
    const samples = await Promise.race([
      takeSamples(system.databaseUrl, child.pid!),
      Promise.all(working).then(() => Promise.reject(new Error('The work ended early'))),
    ])
    over.abort()
    await Promise.all(working)
    expect(annotators.flatMap(({ unexpected }) => unexpected)).toEqual([])
    const kept = samples.filter(({ minute }) => minute >= minutes * warmUpShare)
    const growth = {
      megabytesPerMinute: readSlope(kept, 'megabytes'),
      connections: readSlope(kept, 'connections') * minutes,
      files: readSlope(kept, 'files') * minutes,
    }
    const last = kept.at(-1)!
    reportFigures('Soak', {
      minutes,
      'saves and submissions': annotators.reduce((sum, { sent }) => sum + sent.length, 0),
      'pages / of them failed': `${seen.pages} / ${seen.failed}`,
      'resident memory, MB, after warm-up / at the end': `${kept[0]!.megabytes} / ${last.megabytes}`,
      'memory grows, MB/min': growth.megabytesPerMinute.toFixed(2),
      'open files, after warm-up / at the end': `${kept[0]!.files} / ${last.files}`,
      'connections to PostgreSQL, after warm-up / at the end': `${kept[0]!.connections} / ${last.connections}`,
    })
    expect(seen.failed / seen.pages).toBeLessThan(pagesFailAtMost)
    expect(growth.megabytesPerMinute).toBeLessThanOrEqual(growsAtMost.megabytesPerMinute)
    expect(growth.connections).toBeLessThanOrEqual(growsAtMost.connections)
    expect(growth.files).toBeLessThanOrEqual(growsAtMost.files)
  } finally {
    over.abort()
    await system.stop()
  }
})

async function takeSamples(databaseUrl: string, pid: number): Promise<Sample[]> {
  const samples: Sample[] = []
  const began = performance.now()
  for (;;) {
    const minute = (performance.now() - began) / 60_000
    if (minute >= minutes) return samples
    samples.push({
      minute,
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
function readSlope(
  samples: readonly Sample[],
  what: 'megabytes' | 'files' | 'connections',
): number {
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
