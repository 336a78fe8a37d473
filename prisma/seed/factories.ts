import { randomUUID } from 'node:crypto'
import type { Person, Role } from '@/lib/auth/actor'
import { hashPassword } from '@/lib/auth/server/passwords'
import type { InputOf } from '@/lib/platform/contract'
import { getDatabase } from '@/lib/platform/server/database'
import type { runImportContract } from '@/lib/imports/contract'
import { runImport } from '@/lib/imports/server/commands'
import { addMember, createProject } from '@/lib/projects/server/commands'

/**
 * What demo, tests and e2e build their worlds from: by the commands that people use, except accounts, which are written
 * directly, so that their hashes can be shared.
 */

export const testPassword = 'correct horse battery staple'

let testPasswordHash: Promise<string> | null = null

/** An account, and the person it makes by a session that is not stored. */
export async function makePerson(
  given: { name?: string; email?: string; isInstanceAdmin?: boolean; password?: string } = {},
): Promise<Person> {
  const { name = 'Mei Lin', isInstanceAdmin = false } = given
  const email = given.email ?? `${randomUUID()}@example.org`
  testPasswordHash ??= hashPassword(testPassword)
  const passwordHash = given.password ? await hashPassword(given.password) : await testPasswordHash
  const { id } = await getDatabase().user.create({
    data: { name, email, isInstanceAdmin, passwordHash },
    select: { id: true },
  })
  const via = { kind: 'session' as const, sessionId: randomUUID() }
  return { kind: 'person', userId: id, name, email, isInstanceAdmin, via }
}

export interface MadeProject {
  slug: string
  id: string
  admin: Person
}

/** Nothing is asked beyond ratings, and there is no guideline to be read first: who tests those says so. */
const plainSettings = {
  asksExplanation: false,
  asksProgress: false,
  errorTags: [],
  guideline: null,
}

/** A project and the instance admin who made it. */
export async function makeProject(
  settings: Partial<InputOf<(typeof createProject)['contract']>> = {},
  admin?: Person,
): Promise<MadeProject> {
  const maker = admin ?? (await makePerson({ name: 'Ada Okoro', isInstanceAdmin: true }))
  const input = createProject.contract.input.parse({
    name: `Project ${randomUUID().slice(0, 8)}`,
    ...plainSettings,
    ...settings,
  })
  const { id, slug } = await createProject.execute(maker, input)
  return { id, slug, admin: maker }
}

export async function joinProject(
  project: MadeProject,
  role: Role,
  given: Parameters<typeof makePerson>[0] = {},
): Promise<Person> {
  const person = await makePerson(given)
  const { email, name } = person
  await addMember.execute(project.admin, { project: project.slug, email, name, role })
  return person
}

export async function importLines(
  project: MadeProject,
  lines: string | readonly unknown[],
  options: Partial<InputOf<typeof runImportContract>> = {},
) {
  const text =
    typeof lines === 'string' ? lines : lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const input = { fileName: 'test.jsonl', format: 'auto', take: 'all', labels: 'keep' } as const
  return runImport.execute(
    project.admin,
    { ...input, dryRun: false, ...options, project: project.slug },
    { file: streamText(text) },
  )
}

/** Bytes in small chunks, as a network would bring them. */
async function* streamText(text: string): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; at += 4096) yield bytes.subarray(at, at + 4096)
}

/** A generic input line: a problem with wrong-answer samples of these scores. */
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
