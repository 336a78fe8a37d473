import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Person, Role } from '@/lib/auth/actor'
import { hashPassword } from '@/lib/auth/server/passwords'
import {
  type getImportContract,
  maxChunkBytes,
  type startImportContract,
} from '@/lib/imports/contract'
import { createImport, uploadImportFile, startImport } from '@/lib/imports/server/commands'
import { runImportJob } from '@/lib/imports/server/jobs'
import { getImport } from '@/lib/imports/server/queries'
import type { InputOf, ReplyOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import { getDatabase } from '@/lib/platform/server/database'
import { addMember, createProject } from '@/lib/projects/server/commands'

/**
 * Factories for the demo, tests and e2e, using the real operations, except for accounts, which are
 * inserted directly to share password hashes.
 */

export const testPassword = 'correct horse battery staple'

let testPasswordHash: Promise<string> | null = null

/** Creates an account. Returns its person, with a session that is not stored. */
export async function makePerson(
  values: { name?: string; email?: string; isInstanceAdmin?: boolean; password?: string } = {},
): Promise<Person> {
  const { name = 'Mei Lin', isInstanceAdmin = false } = values
  const email = values.email ?? `${randomUUID()}@example.org`
  testPasswordHash ??= hashPassword(testPassword)
  const passwordHash = values.password
    ? await hashPassword(values.password)
    : await testPasswordHash
  const { id } = await getDatabase().user.create({
    data: { name, email, isInstanceAdmin, passwordHash, emailVerifiedAt: new Date() },
    select: { id: true },
  })
  const via = { kind: 'session' as const, sessionId: randomUUID() }
  return { kind: 'person', userId: id, name, email, isInstanceAdmin, via }
}

export interface TestProject {
  slug: string
  id: string
  admin: Person
}

/** The defaults of `makeProject`: the project asks only for ratings and has no guideline to read first. */
const plainSettings = {
  asksExplanation: false,
  asksProgress: false,
  errorTags: [],
  guideline: null,
}

/** Creates a project. Returns it with the instance admin who created it. */
export async function makeProject(
  settings: Partial<InputOf<(typeof createProject)['contract']>> = {},
  admin?: Person,
): Promise<TestProject> {
  const creator = admin ?? (await makePerson({ name: 'Ada Okoro', isInstanceAdmin: true }))
  const input = createProject.contract.input.parse({
    name: `Project ${randomUUID().slice(0, 8)}`,
    ...plainSettings,
    ...settings,
  })
  const { id, slug } = await createProject.execute(creator, input)
  return { id, slug, admin: creator }
}

export async function makeMember(
  project: TestProject,
  role: Role,
  values: Parameters<typeof makePerson>[0] = {},
): Promise<Person> {
  const person = await makePerson(values)
  const { email, name } = person
  await addMember.execute(project.admin, { project: project.slug, email, name, role })
  return person
}

export type ImportOptions = Partial<
  Omit<InputOf<typeof startImportContract>, 'project' | 'import'>
> & {
  fileName?: string
  /** The requests of the batch. */
  requests?: string
}

/** Imports lines: creates and uploads an import, starts it, and runs its job here instead of in a worker. */
export async function importLines(
  project: TestProject,
  lines: string | Uint8Array | readonly unknown[],
  options: ImportOptions = {},
): Promise<ReplyOf<typeof getImportContract>> {
  const { id } = await uploadImportLines(project, lines, options)
  return runImport(project, id, options)
}

/** Creates an import and uploads its file. */
export async function uploadImportLines(
  project: TestProject,
  lines: string | Uint8Array | readonly unknown[],
  { fileName = 'test.jsonl', requests = '' }: Pick<ImportOptions, 'fileName' | 'requests'> = {},
): Promise<{ id: string }> {
  const createdImport = await createImport.execute(
    project.admin,
    createImport.contract.input.parse({ project: project.slug, fileName }),
  )
  const parts = { data: readBytes(lines), requests: readBytes(requests) }
  for (const part of ['data', 'requests'] as const)
    for (let offset = 0; offset < parts[part].length; offset += maxChunkBytes)
      await uploadImportFile.execute(
        project.admin,
        { project: project.slug, import: createdImport.import, part, offset },
        { file: streamBytes(parts[part].subarray(offset, offset + maxChunkBytes)) },
      )
  return { id: createdImport.import }
}

/**
 * Starts an import, runs its job like a worker, and returns the report. Throws `invalid_lines` with the report if
 * the import is rejected or fails.
 */
export async function runImport(
  project: TestProject,
  id: string,
  { fileName: _, requests: __, ...options }: ImportOptions = {},
): Promise<ReplyOf<typeof getImportContract>> {
  const params = { project: project.slug, import: id }
  await startImport.execute(
    project.admin,
    startImport.contract.input.parse({ ...options, ...params }),
  )
  const { attempt } = await getDatabase().importBatch.findFirstOrThrow({
    where: { projectId: project.id, id },
    select: { attempt: true },
  })
  const payload = { projectId: project.id, importId: id, attempt }
  for (;;) {
    const outcome = await runImportJob(payload, new AbortController().signal)
    const reply = await getImport.execute(project.admin, params)
    // A worker may be running it, or another import of the project runs.
    if (outcome === 'later' && ['checking', 'running'].includes(reply.state)) await sleep(20)
    else if (reply.state === 'rejected' || reply.state === 'failed')
      throw new AppError('invalid_lines', reply.message ?? reply.state, reply)
    else return reply
  }
}

function readBytes(lines: string | Uint8Array | readonly unknown[]): Uint8Array {
  if (lines instanceof Uint8Array) return lines
  if (typeof lines === 'string') return new TextEncoder().encode(lines)
  return new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

/** In small chunks, as from a network. */
async function* streamBytes(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < bytes.length; offset += 65_536)
    yield bytes.subarray(offset, offset + 65_536)
}

/** A generic input line: a problem with wrong samples that have these scores. */
export function makeProblemLine(id: string, scores: readonly number[], steps = 3) {
  return {
    id,
    problem: `Problem ${id}: what is $1 + 1$?`,
    answer: '2',
    samples: scores.map((score, i) => ({
      id: `${id}/${i}`,
      steps: Array.from({ length: steps }, (_, step) => `Step ${step + 1} of ${id}/${i}.`),
      answer: '3',
      score,
    })),
  }
}
