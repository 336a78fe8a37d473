import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { AnnotationSettings } from '@/lib/annotations/annotation-settings'
import { acknowledgeGuideline } from '@/lib/annotations/server/guideline-commands'
import { recordOptionReveal } from '@/lib/annotations/server/option-reveals.sql'
import { findRatableContent } from '@/lib/annotations/server/ratable-content.sql'
import { validateAndStoreAnnotation } from '@/lib/annotations/server/validate-and-store-annotation'
import { ratingField } from '@/lib/annotations/state-fields'
import { hostActor, type Person } from '@/lib/auth/actor'
import { createTokenForUser } from '@/lib/auth/server/commands'
import { findActorByToken } from '@/lib/auth/server/tokens'
import { findFirstError } from '@/lib/formats/annotation-rules'
import { finishReasons, solutionProgressLevels } from '@/lib/formats/record'
import { closeDatabase, getDatabase, type Transaction } from '@/lib/platform/server/database'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { setTransactionLimits } from '@/lib/platform/server/transaction-limits'
import { addMember, createProject } from '@/lib/projects/server/commands'
import { importLines, makePerson } from './factories'

export interface DemoAccount {
  email: string
  password: string
  role: string
}

const seedMs = 60_000
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
 * Fills a database of the demo (marked by scripts/demo-database.ts) once with the demo project, its
 * people and their labels. Changes no other database, because the demo passwords are public: for
 * those, `accounts` is null.
 */
export async function seedDemo(
  databaseUrl: string,
): Promise<{ seeded: boolean; accounts: DemoAccount[] | null; note: string }> {
  process.env.DATABASE_URL = databaseUrl
  const accounts = Object.values(people).map(({ email, role }) => ({ email, password, role }))
  try {
    const state = await resetUnfinishedSeed()
    if (state === 'foreign')
      return {
        seeded: false,
        accounts: null,
        note: 'The demo did not create this database, so it adds no demo data. To create an account: stepmark admin create',
      }
    if (state === 'seeded')
      return { seeded: false, accounts, note: 'The demo data from the last run is unchanged.' }
    await seed()
    return { seeded: true, accounts, note: 'The demo project is ready.' }
  } finally {
    await closeDatabase()
  }
}

/**
 * An API token of the demo's admin: the earlier one while it is valid, else a new one for a week,
 * which ends the earlier ones. Null without demo accounts.
 */
export async function reuseOrCreateDemoToken(
  databaseUrl: string,
  previousToken: string | null,
): Promise<string | null> {
  process.env.DATABASE_URL = databaseUrl
  try {
    const { email } = people.admin
    const isDemo = (await resetUnfinishedSeed()) === 'seeded'
    if (!isDemo) return null
    if (previousToken !== null && (await isWriteTokenOf(email, previousToken))) return previousToken
    await getDatabase().apiToken.deleteMany({ where: { name: tokenName, user: { email } } })
    const { secret } = await createTokenForUser.execute(
      hostActor,
      createTokenForUser.contract.input.parse({
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

async function isWriteTokenOf(email: string, secret: string): Promise<boolean> {
  const actor = await findActorByToken(secret)
  return (
    actor.kind === 'person' &&
    actor.email === email &&
    actor.via.kind === 'token' &&
    actor.via.scope === 'write'
  )
}

type SeedState = 'unseeded' | 'seeded' | 'foreign'

/**
 * Deletes what an interrupted run left, so that it can be repeated, and returns the state. `made_by` is
 * written first and `seeded` last.
 */
async function resetUnfinishedSeed(): Promise<SeedState> {
  const db = getDatabase()
  const settings = await db.instanceSetting.findMany({ select: { key: true, value: true } })
  const settingValues = new Map(settings.map(({ key, value }) => [key, value]))
  if (settingValues.get('made_by') !== 'demo') return 'foreign'
  if (settingValues.get('seeded') === 'yes') return 'seeded'
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
    createProject.contract.input.parse({
      name: 'Demo',
      slug: projectSlug,
      overlap: 2,
      template: 'mathematics',
    }),
  )
  for (const { email, name, role } of [people.ada, people.ben, people.reviewer])
    await addMember.execute(admin, { project: projectSlug, email, name, role })
  // Annotators have read the guideline version of their labels.
  for (const annotator of Object.values(annotators))
    await acknowledgeGuideline.execute(annotator, { project: projectSlug, version: 1 })
  const solutions = readFileSync(join(seedFolder, 'solutions.jsonl'))
  await importLines({ ...project, admin }, solutions, { fileName: 'demo-solutions.jsonl' })
  await db.$transaction(
    async (tx) => {
      await setTransactionLimits(tx, { idleMs: seedMs, totalMs: seedMs })
      await seedAnnotations(tx, project, annotators)
    },
    { timeout: seedMs },
  )
  await db.instanceSetting.create({ data: { key: 'seeded', value: 'yes' } })
}

const demoAnnotation = z.strictObject({
  solution: z.string(),
  annotator: z.enum(['ada', 'ben']),
  ratings: z.array(ratingField),
  finish_reason: z.enum(finishReasons),
  reason: z.string().optional(),
  options: z.record(z.string(), z.array(ratingField)).default({}),
  /** A candidate by position, or the annotator's text. */
  explanation: z.union([z.number(), z.string()]).optional(),
  progress: z.enum(solutionProgressLevels).optional(),
  tags: z.array(z.string()).default([]),
  flags: z.record(z.string(), z.string()).default({}),
  comments: z.record(z.string(), z.string()).default({}),
  active_seconds: z.number(),
  days_ago: z.number(),
})
type DemoAnnotation = z.output<typeof demoAnnotation>

type DemoProject = AnnotationSettings & { id: string }

async function seedAnnotations(
  db: Transaction,
  project: DemoProject,
  annotators: Record<'ada' | 'ben', Person>,
): Promise<void> {
  const annotations = readFileSync(join(seedFolder, 'annotations.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => demoAnnotation.parse(JSON.parse(line)))
    .sort((a, b) => b.days_ago - a.days_ago)
  for (const annotation of annotations)
    await seedAnnotation(db, project, annotators[annotation.annotator].userId, annotation)
  // Active time is moved from today to the days of the annotations. These triggers, which add it to
  // today, would otherwise run at the end of the transaction.
  await db.$executeRaw`set constraints annotation_insert_adds_to_work_day, annotation_update_adds_to_work_day immediate`
  await db.$executeRaw`delete from work_day where project_id = ${project.id}::uuid`
  await db.$executeRaw`
    insert into work_day (project_id, user_id, day, active_ms)
    select project_id, user_id, (submitted_at at time zone 'UTC')::date, sum(total_time_ms)::bigint
    from annotation where project_id = ${project.id}::uuid group by 1, 2, 3`
}

/** Stores an annotation by the rules of the labelling screen, then backdates it for the demo. */
async function seedAnnotation(
  db: Transaction,
  { id: projectId, ...project }: DemoProject,
  userId: string,
  annotation: DemoAnnotation,
): Promise<void> {
  const solution = await db.solution.findFirstOrThrow({
    where: { projectId, externalId: annotation.solution },
    select: { id: true, steps: true },
  })
  const workContext = {
    projectId,
    userId,
    solutionId: solution.id,
    guidelineVersion: 1,
    showsAnswer: true,
    hiddenReferenceShare: null,
  }
  const finish = { reason: annotation.finish_reason, note: annotation.reason ?? null }
  // The annotation's values come last, because the project's settings have some of the same names.
  const context = { ...project, ...workContext }
  const submission = makeSubmission(annotation, solution.steps)
  const storeAnnotation = async (input: typeof submission, reason: typeof finish | null) =>
    validateAndStoreAnnotation(
      db,
      context,
      await findRatableContent(db, workContext),
      input,
      reason,
    )
  const { ratings } = submission
  const draft = { ...submission, options: {}, explanation: null, progress: null, tags: [] }
  const annotationId = await storeAnnotation({ ...draft, events: [] }, null)
  const error = findFirstError(ratings)
  if (error !== null)
    await recordOptionReveal(db, { projectId, annotationId, revision: 1, step: error })
  const id = await storeAnnotation({ ...submission, sequence: 2, basedOn: 1 }, finish)
  await db.$executeRaw`
    update annotation set
      started_at = now() - make_interval(days => ${annotation.days_ago}, secs => ${annotation.active_seconds}::int),
      submitted_at = now() - make_interval(days => ${annotation.days_ago})
    where project_id = ${projectId}::uuid and id = ${id}::uuid`
  await db.$executeRaw`
    update queue_item set done = done + 1
    where project_id = ${projectId}::uuid and solution_id = ${solution.id}::uuid`
}

/** The submission that the labelling screen would send. */
function makeSubmission(annotation: DemoAnnotation, steps: readonly string[]) {
  const { ratings, options, explanation = null, progress = null, tags } = annotation
  const activeMs = annotation.active_seconds * 1000
  const readNotes = (kind: 'flag' | 'comment', texts: Record<string, string>) =>
    Object.entries(texts).map(([step, text]) => ({ step: Number(step), option: null, kind, text }))
  return {
    writer: randomUUID(),
    sequence: 1,
    basedOn: 0,
    revision: 1,
    supersededErrors: {},
    events: [],
    activeMs,
    ratings,
    supersededRatings: [],
    options,
    choices: {},
    humanOptions: {},
    progress,
    tags,
    notes: [...readNotes('flag', annotation.flags), ...readNotes('comment', annotation.comments)],
    explanation:
      typeof explanation === 'number'
        ? { option: explanation }
        : makeWrittenExplanation(explanation),
    stepTimesMs: divideTime(activeMs, steps.slice(0, ratings.length)),
  }
}

const makeWrittenExplanation = (text: string | null) =>
  text === null ? null : { option: null, text }

/** Longer steps take longer. */
function divideTime(totalMs: number, steps: readonly string[]): number[] {
  const characters = steps.join('').length
  return steps.map((step) => Math.floor((totalMs * step.length) / characters))
}
