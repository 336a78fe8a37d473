import { randomUUID } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { host, type Person } from '@/lib/auth/actor'
import { createTokenFor } from '@/lib/auth/server/commands'
import { finishReasons } from '@/lib/formats/record'
import { runImport } from '@/lib/imports/server/commands'
import { ratingField } from '@/lib/labelling/contract'
import { storeLabelling, storeOptionRatings } from '@/lib/labelling/server/store.sql'
import { closeDatabase, getDatabase, type Transaction } from '@/lib/platform/server/database'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { addMember, createProject } from '@/lib/projects/server/commands'
import { makePerson } from './factories'

export interface DemoAccount {
  email: string
  password: string
  role: string
}

const password = 'try-stepmark-here'
const people = {
  admin: { email: 'admin@demo.example', name: 'Amara Osei', role: 'instance admin' },
  ada: { email: 'ada@demo.example', name: 'Ada Lindqvist', role: 'annotator' },
  ben: { email: 'ben@demo.example', name: 'Ben Castellanos', role: 'annotator' },
  reviewer: { email: 'rui@demo.example', name: 'Rui Watanabe', role: 'reviewer' },
} as const

const seedFolder = join(repositoryRoot, 'prisma', 'seed', 'demo')
const projectSlug = 'demo'
const tokenName = 'demo, in a terminal'

/**
 * Fills a database that the demo made (scripts/demo-database.ts marks it) with the demo project, its people and their
 * labels, once. Any other is never touched, with accounts in it or not, for these passwords are published: then there
 * are no demo accounts.
 */
export async function seedDemo(
  databaseUrl: string,
): Promise<{ seeded: boolean; accounts: DemoAccount[] | null; note: string }> {
  process.env.DATABASE_URL = databaseUrl
  const accounts = Object.values(people).map(({ email, role }) => ({ email, password, role }))
  try {
    const state = await readState()
    if (state === 'foreign')
      return {
        seeded: false,
        accounts: null,
        note: 'The demo did not make this database: nothing was added. "stepmark admin create" makes an account.',
      }
    if (state === 'seeded') return { seeded: false, accounts, note: 'The demo data is kept.' }
    await seed()
    return { seeded: true, accounts, note: 'The demo project is ready.' }
  } finally {
    await closeDatabase()
  }
}

/**
 * A token of the demo's admin for the terminal, for a week; the ones of earlier starts end. Null where there are no demo
 * accounts.
 */
export async function makeDemoToken(databaseUrl: string): Promise<string | null> {
  process.env.DATABASE_URL = databaseUrl
  try {
    const { email } = people.admin
    const isDemo = (await readState()) === 'seeded'
    if (!isDemo) return null
    await getDatabase().apiToken.deleteMany({ where: { name: tokenName, user: { email } } })
    const { secret } = await createTokenFor.execute(
      host,
      createTokenFor.contract.input.parse({
        user: email,
        name: tokenName,
        scope: 'write',
        days: 7,
      }),
    )
    return secret
  } finally {
    await closeDatabase()
  }
}

type State = 'unseeded' | 'seeded' | 'foreign'

/** `made_by` is there first and `seeded` last: what was cut off in between is the demo's own, and is done again. */
async function readState(): Promise<State> {
  const db = getDatabase()
  const settings = await db.instanceSetting.findMany({ select: { key: true, value: true } })
  const marks = new Map(settings.map(({ key, value }) => [key, value]))
  if (marks.get('made_by') !== 'demo') return 'foreign'
  if (marks.get('seeded') === 'yes') return 'seeded'
  await db.project.deleteMany({ where: { slug: projectSlug } })
  await db.user.deleteMany({ where: { email: { in: Object.values(people).map((p) => p.email) } } })
  return 'unseeded'
}

async function seed(): Promise<void> {
  const db = getDatabase()
  const admin = await makePerson({ ...people.admin, password, isInstanceAdmin: true })
  const annotators = {
    ada: await makePerson({ ...people.ada, password }),
    ben: await makePerson({ ...people.ben, password }),
  }
  await makePerson({ ...people.reviewer, password })
  const project = await createProject.execute(
    admin,
    createProject.contract.input.parse({ name: 'Demo', slug: projectSlug, overlap: 2 }),
  )
  for (const { email, name, role } of [people.ada, people.ben, people.reviewer])
    await addMember.execute(admin, { project: projectSlug, email, name, role })
  await runImport.execute(
    admin,
    runImport.contract.input.parse({ project: projectSlug, fileName: 'demo-solutions.jsonl' }),
    { file: createReadStream(join(seedFolder, 'solutions.jsonl')) },
  )
  await db.$transaction((tx) => seedLabellings(tx, project.id, annotators), { timeout: 60_000 })
  await db.instanceSetting.create({ data: { key: 'seeded', value: 'yes' } })
}

const demoLabelling = z.strictObject({
  solution: z.string(),
  annotator: z.enum(['ada', 'ben']),
  ratings: z.array(ratingField),
  finish_reason: z.enum(finishReasons),
  reason: z.string().optional(),
  options: z.record(z.string(), z.array(ratingField)).default({}),
  explanation: z.string().optional(),
  progress: z.enum(['none', 'some', 'most']).optional(),
  flags: z.record(z.string(), z.string()).default({}),
  comments: z.record(z.string(), z.string()).default({}),
  active_seconds: z.number(),
  days_ago: z.number(),
})
type DemoLabelling = z.output<typeof demoLabelling>

async function seedLabellings(
  db: Transaction,
  projectId: string,
  annotators: Record<'ada' | 'ben', Person>,
): Promise<void> {
  const labellings = readFileSync(join(seedFolder, 'labellings.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => demoLabelling.parse(JSON.parse(line)))
    .sort((a, b) => b.days_ago - a.days_ago)
  for (const labelling of labellings)
    await seedLabelling(db, projectId, annotators[labelling.annotator].userId, labelling)
}

async function seedLabelling(
  db: Transaction,
  projectId: string,
  userId: string,
  given: DemoLabelling,
): Promise<void> {
  const solution = await db.solution.findFirstOrThrow({
    where: { projectId, externalId: given.solution },
    select: { id: true, steps: true, options: { select: { step: true, option: true } } },
  })
  const { ratings } = given
  const errorStep = ratings.at(-1) === -1 ? ratings.length - 1 : null
  const alternatives = solution.options.filter(({ step }) => step === errorStep)
  const place = {
    projectId,
    userId,
    solutionId: solution.id,
    guidelineVersion: 1,
    showsAnswer: true,
  }
  const id = await storeLabelling(db, place, {
    sequence: 1,
    writer: randomUUID(),
    basedOn: 0,
    ratings,
    activeMs: given.active_seconds * 1000,
    stepCount: solution.steps.length,
    offered: ratings.map((_, step) => (step === errorStep ? 1 + alternatives.length : 1)),
    finish: { reason: given.finish_reason, note: given.reason ?? null },
  })
  const optionRatings = given.options[String(errorStep)] ?? []
  await storeOptionRatings(db, place, id, {
    step: errorStep,
    ratings: alternatives.map(({ option }, i) => ({ option, rating: optionRatings[i] ?? null })),
  })
  await seedRemarks(db, projectId, id, given)
  await db.$executeRaw`
    update queue_item set done = done + 1
    where project_id = ${projectId}::uuid and solution_id = ${solution.id}::uuid`
}

/** What the labelling screen does not write yet: explanations, progress, flags and comments, and when it was. */
async function seedRemarks(
  db: Transaction,
  projectId: string,
  labellingId: string,
  given: DemoLabelling,
): Promise<void> {
  const flagged = given.ratings.map((_, step) => (String(step) in given.flags ? true : null))
  await db.$executeRaw`
    update labelling set explanation = ${given.explanation ?? null}, progress = ${given.progress ?? null}::progress,
      flagged = jsonb_booleans(${JSON.stringify(flagged)}::jsonb),
      started_at = now() - make_interval(days => ${given.days_ago}, secs => ${given.active_seconds}::int),
      submitted_at = now() - make_interval(days => ${given.days_ago})
    where project_id = ${projectId}::uuid and id = ${labellingId}::uuid`
  const notes = [
    ...Object.entries(given.flags).map(([step, text]) => ({ step, text, kind: 'flag' as const })),
    ...Object.entries(given.comments).map(([step, text]) => ({
      step,
      text,
      kind: 'comment' as const,
    })),
  ]
  await db.stepNote.createMany({
    data: notes.map(({ step, ...note }) => ({
      ...note,
      step: Number(step),
      projectId,
      labellingId,
    })),
  })
}
