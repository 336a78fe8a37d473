import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { claimLease, readSingleAnnotation } from '@/lib/annotations/testing/claimed-solution'
import {
  makeActionAnsweringCurrentTarget,
  anyWorkAction,
  errorTags,
  makeRateAction,
  makeStepTarget,
} from '@/lib/annotations/testing/work-actions'
import type { Person } from '@/lib/auth/actor'
import { findAnnotationIrregularity } from '@/lib/formats/find-annotation-irregularity'
import { finishReasons, type FinishReason, type Flow, type Rating } from '@/lib/formats/record'
import type { InputOf, ReplyOf } from '@/lib/platform/contract'
import { getDatabase } from '@/lib/platform/server/database'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { retryUnavailable } from '@/lib/platform/testing/retry-unavailable'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { importLines, makeMember, makeProject, type TestProject } from '@/prisma/seed/factories'
import { toContentSettings } from '../annotation-settings'
import { type RatableShape, isWaitingForOptions, listRatingsThatCount } from '../content'
import { toContentInput, fromContentInput } from '../content-input'
import type { getWorkContract, saveAnnotationContract } from '../contract'
import { findFinishRefusal, findImpliedFinishReason } from '../finish-reason'
import { applyWorkAction, createWorkState, type WorkAction, type WorkState } from '../work-state'
import { reopenAnnotation, saveAnnotation, submitAnnotation } from './commands'
import { getWork } from './queries'

/**
 * Invariants for any sequence of actions, checked on the database: nothing is rated after the first
 * error, the finish reason matches the ratings, and nothing else can be written.
 */

useTestDatabase()

const numRuns = isFullTestRun ? 200 : 20
const timeoutMs = isFullTestRun ? 1_800_000 : 60_000

type Save = InputOf<typeof saveAnnotationContract>
type Action =
  | { do: 'press'; actions: WorkAction[] }
  /** Rates a step and answers the current target until nothing is left. */
  | { do: 'go on'; rating: Rating; at: number }
  /** Repeats a save: with its key, as clients do, and without. */
  | { do: 'retry' }
  | { do: 'reload' }
  | { do: 'submit'; reason: FinishReason; note: string }
  | { do: 'submit as it is' }

const performedActions = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('press' as const),
        actions: fc.array(anyWorkAction, { minLength: 1, maxLength: 12 }),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('go on' as const),
        rating: fc.constantFrom<Rating>(-1, 0, 1),
        at: fc.integer({ min: 0, max: 2 }),
      }),
    },
    { weight: 2, arbitrary: fc.constant({ do: 'retry' } as const) },
    { weight: 3, arbitrary: fc.constant({ do: 'reload' } as const) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('submit' as const),
        reason: fc.constantFrom(...finishReasons),
        note: fc.constantFrom('', 'Because.'),
      }),
    },
    { weight: 4, arbitrary: fc.constant({ do: 'submit as it is' } as const) },
  ),
  { minLength: 2, maxLength: 7 },
)

/**
 * Every case ends with these, so that each finish reason is tried in any state. In flow
 * `step_choice`, -1 rates nothing.
 */
const everyFinish: Action[] = [
  { do: 'submit', reason: 'give_up', note: 'Because.' },
  ...([-1, 1] as const).flatMap((rating): Action[] => [
    { do: 'go on', rating, at: 0 },
    { do: 'submit as it is' },
  ]),
]

const lines: Record<Flow, (id: string) => unknown> = {
  solution: (id) => ({
    id,
    problem: `Problem ${id}`,
    answer: '2',
    samples: [
      {
        steps: ['One.', 'Two.', 'Three.'],
        alternatives: { 0: ['A'], 1: ['B', 'C'] },
        explanations: { 0: ['Wrong.', 'Odd.'], 1: ['Wrong.', 'Odd.'], 2: ['Wrong.', 'Odd.'] },
      },
    ],
  }),
  step_choice: (id) => ({
    id,
    problem: `Problem ${id}`,
    answer: '2',
    options: [['A', 'B'], ['C', '# Answer\n\n2'], ['D']],
  }),
}

/** One annotator's page with one solution, as in the browser. */
class Page {
  state!: WorkState
  private writer = ''
  private sequence = 0
  private basedOn = 0
  private last: { save: Save; key: string } | null = null

  private constructor(
    readonly project: TestProject,
    readonly person: Person,
    private lease: string,
  ) {}

  static async open(project: TestProject, person: Person): Promise<Page> {
    const page = new Page(project, person, await claimLease(project, person))
    await page.load()
    return page
  }

  async load(): Promise<void> {
    const input = { project: this.project.slug, lease: this.lease }
    const work = await getWork.execute(this.person, input)
    const shape = readShape(work)
    const { draft } = work
    this.state = createWorkState(
      shape,
      draft && { ...draft, content: fromContentInput(draft, shape) },
    )
    this.writer = randomUUID()
    this.sequence = this.basedOn = draft?.sequence ?? 0
    this.last = null
  }

  private makeSave(): Save {
    this.sequence += 1
    return {
      project: this.project.slug,
      lease: this.lease,
      writer: this.writer,
      sequence: this.sequence,
      basedOn: this.basedOn,
      revision: 1,
      ...toContentInput(this.state.content, this.state.shape),
      stepTimesMs: [5],
      activeMs: 5,
      events: [...this.state.events],
    }
  }

  async save(): Promise<void> {
    this.last = { save: this.makeSave(), key: randomUUID() }
    const { save, key } = this.last
    const { reveal } = await retryUnavailable(() =>
      saveAnnotation.execute(this.person, save, { idempotencyKey: key }),
    )
    this.basedOn = save.sequence
    if (reveal) await this.showOptions()
    this.state = applyWorkAction(this.state, {
      type: 'acknowledge',
      lastEvent: this.state.lastEvent,
    })
  }

  /** Adds the options that a save has revealed. */
  private async showOptions(): Promise<void> {
    const input = { project: this.project.slug, lease: this.lease }
    const shape = readShape(await getWork.execute(this.person, input))
    this.state = applyWorkAction(this.state, { type: 'reveal', shape })
  }

  /** The last save, to repeat it; null without one. */
  repeat(withKey: boolean): Promise<unknown> | null {
    if (!this.last) return null
    const { save, key } = this.last
    return retryUnavailable(() =>
      saveAnnotation.execute(this.person, save, withKey ? { idempotencyKey: key } : {}),
    )
  }

  async submit(finishReason: FinishReason, finishNote: string): Promise<string> {
    const input = { ...this.makeSave(), finishReason, finishNote }
    const submit = () => submitAnnotation.execute(this.person, input)
    return (await retryUnavailable(submit)).annotation
  }

  async reopen(annotation: string): Promise<void> {
    const input = { project: this.project.slug, annotation }
    const reopen = () => reopenAnnotation.execute(this.person, input)
    this.lease = (await retryUnavailable(reopen)).lease
    await this.load()
  }
}

function readShape(work: ReplyOf<typeof getWorkContract>): RatableShape {
  const { flow, stepCount, options } = work
  const byStep = Object.entries(options)
  return {
    flow,
    stepCount,
    ...toContentSettings(work),
    optionCounts: Object.fromEntries(byStep.map(([step, list]) => [step, list.length])),
    endings: Object.fromEntries(
      byStep.map(([step, list]) => [
        step,
        list.flatMap(({ endsSolution }, option) => (endsSolution ? [option] : [])),
      ]),
    ),
    revealed: flow === 'solution' ? work.revealed : 'all',
  }
}

/** Checks that the rows break no rule and match the page. */
async function checkStored(page: Page, expectedReason: FinishReason | null): Promise<void> {
  const storedAnnotation = await readSingleAnnotation(page.project)
  if (!storedAnnotation) return
  const { ratings, flow, stepCount, finishReason } = storedAnnotation
  expect(finishReason).toBe(expectedReason)
  expect(
    findAnnotationIrregularity(flow, stepCount, {
      ratings,
      finishReason: finishReason ?? 'give_up',
    }),
  ).toBe(null)
  const ratedRatings = ratings.filter((rating) => rating !== null)
  if (!expectedReason) expect(ratedRatings).toEqual(ratings)
  expect(ratedRatings).toEqual([...listRatingsThatCount(page.state.content, page.state.shape)])
  expect(ratings.slice(0, -1)).not.toContain(-1)
}

/** Ways to break the rules for any row, bypassing our code. */
async function checkConstraints({ project }: Page): Promise<void> {
  const db = getDatabase()
  const appendRating = (rating: number) => db.$executeRaw`
    update annotation set ratings = ratings || ${rating}::smallint, flagged = flagged || null::boolean,
      chosen = chosen || null::smallint, offered = offered || 1::smallint, superseded_ratings = '{}'
    where project_id = ${project.id}::uuid`
  const constraintNames = /annotation_(prefix|finished|irregular_is_imported|error_details)/
  const storedAnnotation = await readSingleAnnotation(project)
  if (storedAnnotation?.ratings.includes(-1)) {
    await expect(appendRating(1)).rejects.toThrow(constraintNames)
    await expect(appendRating(-1)).rejects.toThrow(constraintNames)
  }
  const wrongReason = storedAnnotation?.ratings.at(-1) === -1 ? 'solution' : 'found_error'
  for (const irregular of [null, 'said so'])
    await expect(
      db.$executeRaw`
        update annotation set finish_reason = ${wrongReason}::finish_reason, state = 'submitted', submitted_at = now(),
          irregular = ${irregular} where project_id = ${project.id}::uuid`,
    ).rejects.toThrow(constraintNames)
}

function answerUntilDone(state: WorkState): WorkState {
  let current = state
  for (
    let i = 0;
    i < 40 && current.currentTarget.kind !== 'done' && current.currentTarget.kind !== 'tags';
    i += 1
  )
    current = applyWorkAction(current, makeActionAnsweringCurrentTarget(current))
  return current
}

/** Runs one action. Returns the finish reason and whether the annotation is finished. */
async function performAction(
  page: Page,
  action: Action,
): Promise<{ reason: FinishReason; id: string } | null> {
  switch (action.do) {
    case 'press':
      page.state = action.actions.reduce(applyWorkAction, page.state)
      await page.save()
      return null
    case 'go on':
      page.state = answerUntilDone(
        applyWorkAction(page.state, makeRateAction(action.rating, makeStepTarget(action.at))),
      )
      await page.save()
      return null
    case 'retry': {
      const first = await page.repeat(true)
      const second = await page.repeat(false)
      // The options come again, in case the first reply was lost.
      if (first) expect(second).toHaveProperty('sequence', Reflect.get(first, 'sequence'))
      return null
    }
    case 'reload': {
      await page.save()
      const { content, shape } = page.state
      const { choices: _, notes, ...before } = toContentInput(content, shape)
      await page.load()
      const {
        choices: __,
        notes: loadedNotes,
        ...after
      } = toContentInput(page.state.content, shape)
      expect(after).toEqual(before)
      expect(new Set(loadedNotes)).toEqual(new Set(notes))
      expect(page.state.shape).toEqual(shape)
      return null
    }
    case 'submit':
    case 'submit as it is': {
      if (isWaitingForOptions(page.state.content, page.state.shape)) await page.save()
      const { content, shape } = page.state
      const reason =
        action.do === 'submit' ? action.reason : findImpliedFinishReason(content, shape)
      if (!reason) return null
      const note = action.do === 'submit' ? action.note : ''
      const refusal = findFinishRefusal(reason, note, content, shape)
      const submitted = page.submit(reason, note)
      if (!refusal) return { reason, id: await submitted }
      await expect(submitted).rejects.toMatchObject({
        code: 'invalid_input',
        message: refusal.reason,
      })
      return null
    }
  }
}

test.each<Flow>(['solution', 'step_choice'])(
  'random key presses in flow %s never lead to a stored annotation that violates the rules of the data format',
  { timeout: timeoutMs },
  async (flow) => {
    await fc.assert(
      fc.asyncProperty(performedActions, fc.boolean(), async (sequence, asksQuestions) => {
        const project = await makeProject({
          flow,
          asksExplanation: asksQuestions,
          asksProgress: asksQuestions,
          errorTags: asksQuestions ? errorTags.map((tag) => ({ tag, label: tag })) : [],
        })
        await importLines(project, [lines[flow]('p')])
        const person = await makeMember(project, 'annotator')
        const page = await Page.open(project, person)
        for (const action of [...sequence, ...everyFinish]) {
          const finish = await performAction(page, action)
          await checkStored(page, finish?.reason ?? null)
          if (!finish) continue
          await checkConstraints(page)
          await page.reopen(finish.id)
          await checkStored(page, null)
        }
        await page.save()
        await checkConstraints(page)
      }),
      { numRuns },
    )
  },
)
