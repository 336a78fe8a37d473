import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { callApi, type CallOptions, sendApiRequest } from '@/lib/client/call-api'
import { maxChunkBytes } from '@/lib/imports/contract'
import { startWebServer } from '@/scripts/start-server'
import { type BenchServer, readPeakProcessMemory } from './bench-server'
import { formatMsAsSeconds, measureDurationMs, printBenchmarkRows } from './measure'

const samplesPerProblem = 10
const stepsPerSample = 10
const pollMs = 50
/** Solutions that the project of the second import already has. Their problems are not those of the imported file. */
const storedSolutions = 500_000

/** Import and export of a file of labelled solutions, compared with COPY of the same rows. */
export async function benchImportAndExport(server: BenchServer, solutions: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'stepmark-bench-'))
  try {
    const file = join(folder, 'solutions.jsonl')
    await writeSolutions(file, solutions)
    const project = await server.createProject('Transfer')
    const options = { baseUrl: server.url, token: await server.createToken(project) }
    const importMs = await measureDurationMs(() => importFile(file, project.slug, options))
    const importMemory = server.readPeakServerMemory()
    const copyInMs = await timeCopyIn(server, project.id)
    const filledProject = await server.createProject('Transfer into many')
    await multiplySolutions(server, project.id, filledProject.id)
    const filledOptions = { baseUrl: server.url, token: await server.createToken(filledProject) }
    const filledImportMs = await measureDurationMs(() =>
      importFile(file, filledProject.slug, filledOptions),
    )
    const emptyProject = await server.createProject('Transfer again')
    const emptyOptions = { baseUrl: server.url, token: await server.createToken(emptyProject) }
    const emptyImportMs = await measureDurationMs(() =>
      importFile(file, emptyProject.slug, emptyOptions),
    )
    await server.client.query('vacuum analyze')
    await annotateAllSolutions(server, project.id)
    const exportResult = await exportFile(server, project.slug, options)
    const copyOutMs = await timeCopyOut(server, project.id)
    printBenchmarkRows(`${solutions.toLocaleString('en')} solutions of ${stepsPerSample} steps`, [
      makeRow('import JSONL, graded and queued', importMs, copyInMs, 4),
      makeRow(
        `the same with ${storedSolutions.toLocaleString('en')} stored solutions, floor: with none`,
        filledImportMs,
        emptyImportMs,
        1.2,
      ),
      makeRow('export PRM800K JSONL', exportResult.ms, copyOutMs, 2.5),
    ])
    console.log(
      `  peak memory of the server: ${importMemory} MiB after the import; of a newly started one: ${exportResult.memory.join(' MiB, then ')} MiB`,
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** How often exports and their baselines are measured. The median is reported, and memory must not keep growing. */
const exportCount = 3

/**
 * Exports from a separate server without earlier work or jobs. `memory` is its peak before the first export and after
 * each export.
 */
async function exportFile(
  { databaseUrl }: BenchServer,
  project: string,
  { token }: CallOptions,
): Promise<{ ms: number; memory: number[] }> {
  const server = await startWebServer({
    databaseUrl,
    port: 4_858,
    secret: randomBytes(48).toString('base64'),
    mode: 'start',
    env: { STEPMARK_WORKER: 'off' },
  })
  const readPeakMemory = () => readPeakProcessMemory(server.process.pid!)
  try {
    const memory = [readPeakMemory()]
    const times: number[] = []
    for (let i = 0; i < exportCount; i++) {
      const ms = await measureDurationMs(async () => {
        const response = await sendApiRequest(
          'get /projects/{project}/export',
          { project, format: 'prm800k' },
          { baseUrl: server.url, token },
        )
        await response.body!.pipeTo(new WritableStream())
      })
      times.push(ms)
      memory.push(readPeakMemory())
    }
    return { ms: computeMedian(times), memory }
  } finally {
    await server.stop()
  }
}

/** Uploads and imports a file. Returns when the import is done, so its duration includes the wait for a worker. */
async function importFile(file: string, project: string, options: CallOptions): Promise<void> {
  const createdImport = await callApi(
    'post /projects/{project}/imports',
    { project, fileName: 'solutions.jsonl' },
    options,
  )
  const params = { project, import: createdImport.import }
  const chunks = createReadStream(file, { highWaterMark: maxChunkBytes })
  let offset = 0
  for await (const chunk of chunks as AsyncIterable<Buffer<ArrayBuffer>>) {
    const { receivedBytes } = await callApi(
      'put /projects/{project}/imports/{import}/files/{part}',
      { ...params, part: 'data', offset },
      { ...options, file: chunk },
    )
    offset = receivedBytes
  }
  let { state, message } = await callApi(
    'post /projects/{project}/imports/{import}/start',
    params,
    options,
  )
  while (state === 'running') {
    await sleep(pollMs)
    ;({ state, message } = await callApi(
      'get /projects/{project}/imports/{import}',
      params,
      options,
    ))
  }
  if (state !== 'done') throw new Error(`The import is ${state}: ${message}`)
}

const makeRow = (label: string, measured: number, floor: number, target: number) => ({
  label,
  measured: formatMsAsSeconds(measured),
  floor: formatMsAsSeconds(floor),
  ratio: measured / floor,
  target,
})

async function writeSolutions(file: string, solutions: number): Promise<void> {
  function* makeLines() {
    for (let problem = 0; problem < solutions / samplesPerProblem; problem++) {
      const samples = Array.from({ length: samplesPerProblem }, (_, sample) => ({
        id: `p${problem}/${sample}`,
        steps: Array.from(
          { length: stepsPerSample },
          (_, step) =>
            `Step ${step + 1}: from $x_{${step}} = ${problem + sample}$ we get $x_{${step + 1}} = ${problem + sample + step}$, as required.`,
        ),
        answer: String(problem + sample),
        score: ((problem * 7919 + sample * 104729) % 100_000) / 100_000,
      }))
      const statement = `Problem ${problem}: what is $${problem} + 1$?`
      yield `${JSON.stringify({ id: `p${problem}`, problem: statement, answer: String(problem + 1), samples })}\n`
    }
  }
  await pipeline(Readable.from(makeLines()), createWriteStream(file))
}

/**
 * Copies the imported rows into tables with only the columns and indexes of the two tables, the fastest
 * way to insert into PostgreSQL. Returns the milliseconds.
 */
async function timeCopyIn({ client }: BenchServer, projectId: string): Promise<number> {
  let totalMs = 0
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
    totalMs += await measureDurationMs(() =>
      pipeline(Readable.from(chunks), client.query(copyFrom(`copy bench_${table} from stdin`))),
    )
  }
  return totalMs
}

/**
 * Copies the solutions of one project to another, with separate problems, until it has
 * `storedSolutions`. Also queues them.
 */
async function multiplySolutions({ client }: BenchServer, from: string, to: string): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from solution where project_id = $1',
    [from],
  )
  const copies = Math.ceil(storedSolutions / rows[0]!.count)
  const makeCopyId = (id: string) => `md5(${id}::text || copy)::uuid`
  const columns = `flow, text, splitter, step_spans, steps, step_ids, revision, answer, verdict, verdict_reason, verdict_source,
    grader_version, score, step_scores, generator, metadata, import_id`
  for (let copy = 1; copy <= copies; copy++) {
    const values = [from, to, String(copy)]
    const source = 'from (select $3::text as copy) as copies,'
    await client.query(
      `insert into problem (project_id, id, identity, external_id, statement, answer, metadata)
       select $2, ${makeCopyId('id')}, sha256(identity || copy::bytea), external_id || '-' || copy, statement || copy, answer, metadata
       ${source} problem where project_id = $1`,
      values,
    )
    await client.query(
      `insert into solution (project_id, id, problem_id, identity, content_hash, record_hash, external_id, ${columns})
       select $2, ${makeCopyId('id')}, ${makeCopyId('problem_id')}, sha256(identity || copy::bytea), sha256(content_hash || copy::bytea),
         record_hash, external_id || '-' || copy, ${columns}
       ${source} solution where project_id = $1`,
      values,
    )
    await client.query(
      `insert into queue_item (project_id, solution_id, problem_id, slice, tier, pass, priority, reason, slots)
       select $2, ${makeCopyId('solution_id')}, ${makeCopyId('problem_id')}, slice, tier, pass, priority, reason, slots
       ${source} queue_item where project_id = $1`,
      values,
    )
  }
  await client.query('vacuum analyze')
}

/** Exports the same rows in PostgreSQL's fastest way to write JSON. Returns the milliseconds. */
async function timeCopyOut({ client }: BenchServer, projectId: string): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < exportCount; i++)
    times.push(
      await measureDurationMs(() =>
        pipeline(
          client.query(
            copyTo(`copy (select row_to_json(r) from (select p.statement, p.answer, s.steps, s.score, l.* from annotation l
            join solution s on s.project_id = l.project_id and s.id = l.solution_id
            join problem p on p.project_id = s.project_id and p.id = s.problem_id
            where l.project_id = '${projectId}') r) to stdout`),
          ),
          new Writable({ write: (_chunk, _encoding, done) => done() }),
        ),
      ),
    )
  return computeMedian(times)
}

const computeMedian = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!

async function annotateAllSolutions({ client }: BenchServer, projectId: string): Promise<void> {
  await client.query(
    `insert into annotation (project_id, id, solution_id, user_id, labeler, state, flow, step_count, ratings, flagged, chosen,
       offered, finish_reason, submitted_at)
     select s.project_id, gen_random_uuid(), s.id, m.user_id, m.user_id::text, 'submitted', 'solution', 10,
       array_fill(1::smallint, array[10]), array_fill(null::boolean, array[10]), array_fill(0::smallint, array[10]),
       array_fill(1::smallint, array[10]), 'solution', now()
     from solution s join member m on m.project_id = s.project_id where s.project_id = $1`,
    [projectId],
  )
  await client.query('vacuum analyze')
}
