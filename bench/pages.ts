import type { Person } from '@/lib/auth/actor'
import { makeMember, testPassword, type TestProject } from '@/prisma/seed/factories'
import { Visitor } from '@/system/testing/visitor'
import { fillAnnotatedProject } from './annotated-project'
import type { BenchServer } from './bench-server'
import {
  type BenchmarkRow,
  computePercentiles,
  formatMs,
  measureDurationMs,
  printBenchmarkRows,
} from './measure'

const warmUp = 10
/** Enough that the p95 is not one slow request. */
const measuredRuns = 60
const annotatorCount = 30
const targetMs = 100

type Viewer = 'admin' | 'reviewer' | 'annotator'

/** Pages by their path in the project, and who opens them. */
const pages: readonly (readonly [path: string, viewer: Viewer])[] = [
  ['', 'admin'],
  ['', 'reviewer'],
  ['', 'annotator'],
  ['/label', 'annotator'],
  ['/mine', 'annotator'],
  ['/review', 'reviewer'],
  ['/review/annotations', 'reviewer'],
  ['/agreement', 'reviewer'],
  ['/questions', 'reviewer'],
  ['/people', 'admin'],
  ['/people/{person}', 'admin'],
  ['/queue', 'admin'],
  ['/queue/new', 'admin'],
  ['/queue/items', 'admin'],
  ['/data', 'admin'],
  ['/data/releases/new', 'admin'],
  ['/answers', 'admin'],
  ['/evaluate', 'admin'],
  ['/scorers', 'admin'],
  ['/gold', 'admin'],
  ['/splits', 'admin'],
  ['/settings', 'admin'],
]

/** Times the HTML of each page: the p95 with many annotations, and the growth of the p50 with the number of annotations. */
export async function benchPages(
  server: BenchServer,
  [smallSize, largeSize]: readonly [number, number],
): Promise<void> {
  const smallProject = await makeAnnotatedProject(server, smallSize)
  const largeProject = await makeAnnotatedProject(server, largeSize)
  const rows: BenchmarkRow[] = []
  for (const [path, viewer] of pages) {
    const [reference, measured] = [
      await smallProject.measure(path, viewer),
      await largeProject.measure(path, viewer),
    ]
    const size = `, ${Math.round(measured.bytes / 1000)} kB`
    rows.push({
      label: `${path || '/'} (${viewer}), p95${size}`,
      measured: formatMs(measured.p95),
      floor: formatMs(targetMs),
      ratio: measured.p95 / targetMs,
      target: 1,
    })
    rows.push({
      label: `  p50, against ${smallSize.toLocaleString('en')}`,
      measured: formatMs(measured.p50),
      floor: formatMs(reference.p50),
      ratio: measured.p50 / reference.p50,
      target: 1.5,
    })
  }
  printBenchmarkRows(`Pages at ${largeSize.toLocaleString('en')} annotations`, rows)
}

async function makeAnnotatedProject(server: BenchServer, annotations: number) {
  const project = await server.createProject(`Pages of ${annotations}`)
  const [reviewer, annotators] = await addMembers(project)
  await fillAnnotatedProject(server.client, project, {
    annotations,
    annotators: annotators.map(({ userId }) => userId),
  })
  const annotator = annotators[0]!
  const visitors: Record<Viewer, Visitor> = {
    admin: await signIn(server.url, project.admin),
    reviewer: await signIn(server.url, reviewer),
    annotator: await signIn(server.url, annotator),
  }
  return {
    async measure(path: string, viewer: Viewer) {
      const url = `/projects/${project.slug}${path.replace('{person}', annotator.userId)}`
      const times: number[] = []
      let bytes = 0
      for (let i = -warmUp; i < measuredRuns; i++) {
        const ms = await measureDurationMs(async () => {
          const { status, body } = await visitors[viewer].request(server.url, url)
          if (status !== 200) throw new Error(`${url} answered ${status}`)
          bytes = body.length
        })
        if (i >= 0) times.push(ms)
      }
      return { ...computePercentiles(times), bytes }
    },
  }
}

async function addMembers(project: TestProject): Promise<[Person, Person[]]> {
  const reviewer = await makeMember(project, 'reviewer')
  const annotators: Person[] = []
  for (let i = 0; i < annotatorCount; i++) annotators.push(await makeMember(project, 'annotator'))
  return [reviewer, annotators]
}

async function signIn(url: string, { email }: Person): Promise<Visitor> {
  const visitor = new Visitor()
  await visitor.signIn(url, { email, password: testPassword })
  return visitor
}
