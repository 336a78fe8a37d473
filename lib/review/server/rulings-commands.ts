import { v7 as makeId } from 'uuid'
import { command, requirePerson } from '@/lib/auth/server/operation'
import { publishVersion } from '@/lib/annotations/server/publish-version'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import type { SentExample } from '../question-fields'
import {
  answerQuestionsContract,
  changeRulingContract,
  discardRulingContract,
  makeRulingContract,
  publishRulingsContract,
} from '../rulings-contract'
import { hasRuling } from '../write-rulings'
import { makeOutdated } from './plan-repair'
import { lockDraft, lockRuling } from './refuse-ruling'
import { type LockedRuling, lockRulings, markPublished, takeNumber } from './rulings.sql'
import { openQuestions, settleQuestions } from './settle-questions.sql'
import { findStepText } from './step-text.sql'

export const makeRuling = command(makeRulingContract, {
  action: 'ruling.make',
  scope: 'project',
  async run({ actor, db, project }, { heading, words, example, asks }) {
    const settler = { projectId: project.id, userId: requirePerson(actor).userId }
    const frozen = await freezeExample(db, project.id, example)
    const number = await takeNumber(db, project.id)
    const id = makeId()
    await db.ruling.create({
      data: { ...settler, id, number, heading: heading.trim(), words: words.trim(), ...frozen },
      select: { id: true },
    })
    if (asks.length > 0) await settleQuestions(db, settler, asks, { rulingId: id })
    return { ruling: number }
  },
  audit: ({ asks }, { ruling }) => ({
    target: `ruling:${ruling}`,
    detail: { act: 'make', questions: asks.length },
  }),
})

export const changeRuling = command(changeRulingContract, {
  action: 'ruling.make',
  scope: 'project',
  async run({ db, project }, { ruling, heading, words, example }) {
    const draft = await lockDraft(db, project.id, ruling)
    const frozen = isSameStep(draft, example)
      ? { exampleRating: example.rating, exampleWhy: example.why.trim() }
      : await freezeExample(db, project.id, example)
    await db.ruling.update({
      where: { projectId_id: { projectId: project.id, id: draft.id } },
      data: { heading: heading.trim(), words: words.trim(), ...frozen },
      select: { id: true },
    })
    return { ruling }
  },
  audit: ({ ruling }) => ({ target: `ruling:${ruling}`, detail: { act: 'change' } }),
})

export const answerQuestions = command(answerQuestionsContract, {
  action: 'ruling.make',
  scope: 'project',
  async run({ actor, db, project }, { ruling, asks }) {
    const settler = { projectId: project.id, userId: requirePerson(actor).userId }
    const { id } = await lockRuling(db, project.id, ruling)
    return { questions: await settleQuestions(db, settler, asks, { rulingId: id }) }
  },
  audit: ({ ruling }, { questions }) => ({
    target: `ruling:${ruling}`,
    detail: { act: 'answer', questions: questions.length },
  }),
})

export const discardRuling = command(discardRulingContract, {
  action: 'ruling.make',
  scope: 'project',
  async run({ db, project }, { ruling }) {
    const { id } = await lockDraft(db, project.id, ruling)
    const asked = await db.question.findMany({
      where: { projectId: project.id, rulingId: id },
      select: { id: true },
    })
    const opened = await openQuestions(
      db,
      project.id,
      asked.map((question) => question.id),
    )
    await db.ruling.delete({
      where: { projectId_id: { projectId: project.id, id } },
      select: { id: true },
    })
    return { opened }
  },
  audit: ({ ruling }, { opened }) => ({
    target: `ruling:${ruling}`,
    detail: { act: 'discard', opened },
  }),
})

export const publishRulings = command(publishRulingsContract, {
  action: 'ruling.publish',
  scope: 'project',
  async run({ actor, db, project }, { rulings, ...version }) {
    const writer = { projectId: project.id, userId: requirePerson(actor).userId }
    const wanted = [...new Set(rulings)]
    refuseUnsaid(wanted, version.text)
    // The version first: whoever publishes at the same time waits here, and nowhere else.
    const published = await publishVersion(db, writer, version)
    refuseMissing(wanted, await lockRulings(db, project.id, wanted))
    await markPublished(db, project.id, { rulings: wanted, version: published })
    return { version: published }
  },
  audit: ({ rulings }, { version }) => ({ target: `guideline:${version}`, detail: { rulings } }),
})

/** What annotators are to go by is what they read: a ruling is published by the version that says it. */
function refuseUnsaid(wanted: readonly number[], text: string): void {
  const unsaid = wanted.filter((ruling) => !hasRuling(text, ruling))
  if (unsaid.length === 0) return
  const reason = `has no heading “Ruling ${unsaid[0]}”`
  throw new AppError(
    'invalid_input',
    `The text ${reason}. Nothing was published: put the ruling in, or leave it out of those that are published.`,
    { issues: [{ place: 'text', reason }] },
  )
}

function refuseMissing(wanted: readonly number[], found: readonly LockedRuling[]): void {
  const drafts = new Set(found.filter(({ state }) => state === 'draft').map(({ ruling }) => ruling))
  const missing = wanted.filter((ruling) => !drafts.has(ruling))
  if (missing.length === 0) return
  throw new AppError(
    'conflict',
    `${missing.length === 1 ? 'Ruling' : 'Rulings'} ${missing.join(', ')}: published or taken back by somebody else meanwhile. Nothing was published; your text is still here. Leave out what is no draft any more, and publish again.`,
    { missing },
  )
}

/** The same step as before keeps the texts that were read when it was ruled on, whatever became of the solution. */
function isSameStep(draft: LockedRuling, example: SentExample | null): example is SentExample {
  return (
    example !== null &&
    example.solution === draft.exampleSolution &&
    example.revision === draft.exampleRevision &&
    example.step === draft.exampleStep &&
    example.option === draft.exampleOption
  )
}

const noExample = {
  ...{ exampleSolutionId: null, exampleRevision: null, exampleStep: null, exampleOption: null },
  ...{ exampleProblem: null, exampleText: null, exampleRating: null, exampleWhy: null },
}

/** The example with its texts as they are now. Throws where the step is not what its writer read. */
async function freezeExample(db: Transaction, projectId: string, example: SentExample | null) {
  if (example === null) return noExample
  const { solution, revision, step, option, rating, why } = example
  const found = await findStepText(db, { projectId, solutionId: solution }, { step, option })
  if (!found)
    throw new AppError('not_found', 'There is no such step of a solution in this project.')
  if (found.revision !== revision) throw makeOutdated()
  if (found.text === null) {
    const reason = 'has no text of its own: an annotator wrote it'
    throw new AppError('invalid_input', `This step ${reason}. Rule on it without an example.`, {
      issues: [{ place: 'example', reason }],
    })
  }
  return {
    ...{ exampleSolutionId: solution, exampleRevision: revision, exampleStep: step },
    ...{ exampleOption: option, exampleProblem: found.problem, exampleText: found.text },
    ...{ exampleRating: rating, exampleWhy: why.trim() },
  }
}
