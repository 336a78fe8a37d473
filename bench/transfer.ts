import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { call, type CallOptions, send } from '@/lib/client/call'
import type { runExportContract } from '@/lib/exports/contract'
import {
  type getImportContract,
  type openImportContract,
  pieceMaxBytes,
  type sendImportFileContract,
  type startImportContract,
} from '@/lib/imports/contract'
import { formatSeconds, printRows, time } from './measure'
import type { BenchWorld } from './world'

const samplesPerProblem = 10
const stepsPerSample = 10
const pollMs = 50

/** A file of labelled solutions in and out, against COPY of the same rows. */
export async function benchTransfer(world: BenchWorld, solutions: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'stepmark-bench-'))
  try {
    const file = join(folder, 'solutions.jsonl')
    await writeSolutions(file, solutions)
    const project = await world.project('Transfer')
    const options = { baseUrl: world.url, token: await world.token(project) }
    const importing = await time(() => importFile(file, project.slug, options))
    const importMemory = world.readServerMemory()
    const copyIn = await timeCopyIn(world, project.id)
    await labelEverything(world, project.id)
    const exporting = await time(async () => {
      const response = await send<typeof runExportContract>(
        { method: 'get', path: '/projects/{project}/export' },
        { project: project.slug, format: 'prm800k' },
        options,
      )
      await response.body!.pipeTo(new WritableStream())
    })
    const copyOut = await time(() =>
      pipeline(
        world.client.query(
          copyTo(`copy (select row_to_json(r) from (select p.statement, p.answer, s.steps, s.score, l.* from labelling l
            join solution s on s.project_id = l.project_id and s.id = l.solution_id
            join problem p on p.project_id = s.project_id and p.id = s.problem_id
            where l.project_id = '${project.id}') r) to stdout`),
        ),
        new Writable({ write: (_chunk, _encoding, done) => done() }),
      ),
    )
    printRows(`${solutions.toLocaleString('en')} solutions of ${stepsPerSample} steps`, [
      compare('import JSONL, graded and queued', importing, copyIn, 4),
      compare('export PRM800K JSONL', exporting, copyOut, 3),
    ])
    console.log(
      `  peak memory of the server: ${importMemory} MiB after the import, ${world.readServerMemory()} MiB after the export`,
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** From the first byte sent until the import is done: with what the job waits for its worker. */
async function importFile(file: string, project: string, options: CallOptions): Promise<void> {
  const opened = await call<typeof openImportContract>(
    { method: 'post', path: '/projects/{project}/imports' },
    { project, fileName: 'solutions.jsonl' },
    options,
  )
  const place = { project, import: opened.import }
  const pieces = createReadStream(file, { highWaterMark: pieceMaxBytes })
  let offset = 0
  for await (const piece of pieces as AsyncIterable<Buffer<ArrayBuffer>>) {
    const { receivedBytes } = await call<typeof sendImportFileContract>(
      { method: 'put', path: '/projects/{project}/imports/{import}/files/{part}' },
      { ...place, part: 'data', offset },
      { ...options, file: piece },
    )
    offset = receivedBytes
  }
  let { state, message } = await call<typeof startImportContract>(
    { method: 'post', path: '/projects/{project}/imports/{import}/start' },
    place,
    options,
  )
  while (state === 'running') {
    await sleep(pollMs)
    ;({ state, message } = await call<typeof getImportContract>(
      { method: 'get', path: '/projects/{project}/imports/{import}' },
      place,
      options,
    ))
  }
  if (state !== 'done') throw new Error(`The import is ${state}: ${message}`)
}

const compare = (what: string, ours: number, floor: number, target: number) => ({
  what,
  ours: formatSeconds(ours),
  floor: formatSeconds(floor),
  ratio: ours / floor,
  target,
})

async function writeSolutions(file: string, solutions: number): Promise<void> {
  function* lines() {
    for (let problem = 0; problem < solutions / samplesPerProblem; problem++) {
      const samples = Array.from({ length: samplesPerProblem }, (_, sample) => ({
        id: `p${problem}/${sample}`,
        steps: Array.from(
          { length: stepsPerSample },
          (_, step) =>
            `Step ${step + 1}: from $x_{${step}} = ${problem + sample}$ we get $x_{${step + 1}} = ${problem + sample + step}$, as wanted.`,
        ),
        answer: String(problem + sample),
        score: ((problem * 7919 + sample * 104729) % 100_000) / 100_000,
      }))
      const statement = `Problem ${problem}: what is $${problem} + 1$?`
      yield `${JSON.stringify({ id: `p${problem}`, problem: statement, answer: String(problem + 1), samples })}\n`
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(file))
}

/** The imported rows once more, into bare copies of the two tables with their primary keys, as PostgreSQL takes rows fastest. */
async function timeCopyIn({ client }: BenchWorld, projectId: string): Promise<number> {
  let total = 0
  for (const table of ['problem', 'solution']) {
    await client.query(`create temporary table bench_${table} (like ${table} including indexes)`)
    const chunks: Buffer[] = []
    await pipeline(
      client.query(
        copyTo(`copy (select * from ${table} where project_id = '${projectId}') to stdout`),
      ),
      async (source) => {
        for await (const chunk of source) chunks.push(chunk as Buffer)
      },
    )
    total += await time(() =>
      pipeline(Readable.from(chunks), client.query(copyFrom(`copy bench_${table} from stdin`))),
    )
  }
  return total
}

async function labelEverything({ client }: BenchWorld, projectId: string): Promise<void> {
  await client.query(
    `insert into labelling (project_id, id, solution_id, user_id, labeler, state, flow, step_count, ratings, flagged, chosen,
       offered, finish_reason, submitted_at)
     select s.project_id, gen_random_uuid(), s.id, m.user_id, m.user_id::text, 'submitted', 'solution', 10,
       array_fill(1::smallint, array[10]), array_fill(null::boolean, array[10]), array_fill(0::smallint, array[10]),
       array_fill(1::smallint, array[10]), 'solution', now()
     from solution s join member m on m.project_id = s.project_id where s.project_id = $1`,
    [projectId],
  )
  await client.query('vacuum analyze')
}
