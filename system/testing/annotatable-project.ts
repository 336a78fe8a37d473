import { createToken } from '@/lib/auth/server/commands'
import { closeDatabase } from '@/lib/platform/server/database'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { runWithEnvironment } from '@/lib/platform/testing/run-with-environment'
import {
  importLines,
  makeMember,
  type TestProject,
  makeProblemLine,
  makeProject,
} from '@/prisma/seed/factories'
import { AnnotatorClient } from './annotator-client'

export interface AnnotatableProject {
  project: TestProject
  /** Adds an annotator with a token. */
  enrol(): Promise<EnrolledAnnotator>
  /** Adds several annotators at once, which is cheaper. */
  enrolMany(count: number): Promise<EnrolledAnnotator[]>
  /** Adds an annotator, with a client that labels at the processes behind these URLs. */
  addClient(urls: readonly string[]): Promise<AnnotatorClient>
  addClients(count: number, urls: readonly string[]): Promise<AnnotatorClient[]>
}

interface EnrolledAnnotator {
  user: string
  email: string
  token: string
}

const solutionsPerProblem = 10
export const annotatorsPerSolution = 2
const steps = 6

/** Creates a project in the database of a system. Returns it with functions that add annotators. */
export async function makeAnnotatableProject(
  databaseUrl: string,
  solutions: number,
): Promise<AnnotatableProject> {
  return runWithDatabaseUrl(databaseUrl, async () => {
    const project = await makeProject({ overlap: annotatorsPerSolution })
    const scores = Array.from(
      { length: solutionsPerProblem },
      (_, i) => 1 - i / solutionsPerProblem,
    )
    const problems = Array.from(
      { length: Math.ceil(solutions / solutionsPerProblem) },
      (_, i) => `p${i}`,
    )
    await importLines(
      project,
      problems.map((id) => makeProblemLine(id, scores, steps)),
    )
    const enrolMany = (count: number) =>
      runWithDatabaseUrl(databaseUrl, async () => {
        const enrolled: EnrolledAnnotator[] = []
        while (enrolled.length < count) {
          const person = await makeMember(project, 'annotator')
          const input = { name: 'system', scope: 'write', days: 1 } as const
          const { secret } = await createToken.execute(person, input)
          enrolled.push({ user: person.userId, email: person.email, token: secret })
        }
        return enrolled
      })
    const enrol = async () => (await enrolMany(1))[0]!
    const addClients = async (count: number, urls: readonly string[]) =>
      (await enrolMany(count)).map(
        ({ user, token }) =>
          new AnnotatorClient({ project: project.slug, urls, steps }, user, token),
      )
    const addClient = async (urls: readonly string[]) => (await addClients(1, urls))[0]!
    return { project, enrol, enrolMany, addClient, addClients }
  })
}

let lastUse: Promise<unknown> = Promise.resolve()

/** Runs commands in this process on that database. One call at a time: the database is a setting of the whole process. */
export function runWithDatabaseUrl<T>(databaseUrl: string, run: () => Promise<T>): Promise<T> {
  const currentUse = lastUse.then(() => useDatabase(databaseUrl, run))
  lastUse = currentUse.catch(() => undefined)
  return currentUse
}

async function useDatabase<T>(databaseUrl: string, run: () => Promise<T>): Promise<T> {
  try {
    return await runWithEnvironment({ DATABASE_URL: databaseUrl }, run)
  } finally {
    await closeDatabase()
  }
}

/** Limits all leases to this length from now on. A project setting would allow no less than a minute. */
export async function shortenLeases(databaseUrl: string, seconds: number): Promise<void> {
  await withPgClient(databaseUrl, (client) =>
    client.query(`
      create function shorten_lease() returns trigger language plpgsql as $$
      begin
        new.expires_at := least(new.expires_at, now() + interval '${seconds} seconds');
        return new;
      end $$;
      create trigger shorten_lease before insert or update of expires_at on lease
        for each row execute function shorten_lease()`),
  )
}
