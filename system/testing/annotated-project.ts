import { createToken } from '@/lib/auth/server/commands'
import { closeDatabase } from '@/lib/platform/server/database'
import { usePgClient } from '@/lib/platform/server/pg-client'
import {
  importLines,
  joinProject,
  type MadeProject,
  makeProblemLine,
  makeProject,
} from '@/prisma/seed/factories'
import { Annotator } from './annotator'

export interface AnnotatedProject {
  project: MadeProject
  /** An annotator more, with a token. */
  enrol(): Promise<{ user: string; email: string; token: string }>
  /** The same, as one who labels at the processes behind these addresses. */
  join(urls: readonly string[]): Promise<Annotator>
}

const perProblem = 10
export const overlap = 2
const steps = 6

/** A project in the database of a system, and how people come into it. */
export async function makeAnnotatedProject(
  databaseUrl: string,
  solutions: number,
): Promise<AnnotatedProject> {
  return withDatabase(databaseUrl, async () => {
    const project = await makeProject({ overlap })
    const scores = Array.from({ length: perProblem }, (_, i) => 1 - i / perProblem)
    const problems = Array.from({ length: Math.ceil(solutions / perProblem) }, (_, i) => `p${i}`)
    await importLines(
      project,
      problems.map((id) => makeProblemLine(id, scores, steps)),
    )
    const enrol = () =>
      withDatabase(databaseUrl, async () => {
        const { userId: user, ...person } = await joinProject(project, 'annotator')
        const input = { name: 'system', scope: 'write', days: 1 } as const
        const { secret } = await createToken.execute({ ...person, userId: user }, input)
        return { user, email: person.email, token: secret }
      })
    const join = async (urls: readonly string[]) => {
      const { user, token } = await enrol()
      return new Annotator({ project: project.slug, urls, steps }, user, token)
    }
    return { project, enrol, join }
  })
}

/** The commands that build a world, on that database. */
export async function withDatabase<T>(databaseUrl: string, act: () => Promise<T>): Promise<T> {
  const before = process.env.DATABASE_URL
  process.env.DATABASE_URL = databaseUrl
  try {
    return await act()
  } finally {
    await closeDatabase()
    if (before === undefined) delete process.env.DATABASE_URL
    else process.env.DATABASE_URL = before
  }
}

/** No lease lasts longer than this from now on: a project's own are minutes. */
export async function shortenLeases(databaseUrl: string, seconds: number): Promise<void> {
  await usePgClient(databaseUrl, (client) =>
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
