import { v7 as makeId } from 'uuid'
import { publishGuidelineVersion } from '@/lib/annotations/server/publish-guideline-version'
import { makeStepsOutdatedError } from '@/lib/annotations/server/solution-errors'
import { command } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import {
  answerQuestionsContract,
  updateDecisionContract,
  discardDecisionContract,
  createDecisionContract,
  publishDecisionsContract,
} from '../decisions-contract'
import { containsDecision } from '../format-decisions'
import type { DecisionExampleInput } from '../question-fields'
import {
  type LockedDecision,
  lockDecisions,
  publishDecisionDrafts,
  reserveDecisionNumber,
} from './decisions.sql'
import { lockDecisionDraft, lockDecision } from './lock-decision'
import { reopenResolvedQuestions, resolveQuestions } from './resolve-questions.sql'
import { findStepText, stepNotFoundMessage } from './step-text.sql'

export const createDecision = command(createDecisionContract, {
  action: 'decision.make',
  scope: 'project',
  async run({ actor, db, project }, { heading, text, example, questions }) {
    const reviewer = { projectId: project.id, userId: requirePerson(actor).userId }
    const storedExample = await buildStoredExample(db, project.id, example)
    const number = await reserveDecisionNumber(db, project.id)
    const id = makeId()
    await db.decision.create({
      data: {
        ...reviewer,
        id,
        number,
        heading: heading.trim(),
        text: text.trim(),
        ...storedExample,
      },
      select: { id: true },
    })
    if (questions.length > 0) await resolveQuestions(db, reviewer, questions, { decisionId: id })
    return { decision: number }
  },
  audit: ({ questions }, { decision }) => ({
    target: `decision:${decision}`,
    detail: { operation: 'make', questions: questions.length },
  }),
})

export const updateDecision = command(updateDecisionContract, {
  action: 'decision.make',
  scope: 'project',
  async run({ db, project }, { decision, heading, text, example }) {
    const draft = await lockDecisionDraft(db, project.id, decision)
    const storedExample = isSameStep(draft, example)
      ? { exampleRating: example.rating, exampleReason: example.reason.trim() }
      : await buildStoredExample(db, project.id, example)
    await db.decision.update({
      where: { projectId_id: { projectId: project.id, id: draft.id } },
      data: { heading: heading.trim(), text: text.trim(), ...storedExample },
      select: { id: true },
    })
    return { decision }
  },
  audit: ({ decision }) => ({ target: `decision:${decision}`, detail: { operation: 'change' } }),
})

export const answerQuestions = command(answerQuestionsContract, {
  action: 'decision.make',
  scope: 'project',
  async run({ actor, db, project }, { decision, questions }) {
    const reviewer = { projectId: project.id, userId: requirePerson(actor).userId }
    const { id } = await lockDecision(db, project.id, decision)
    return { questions: await resolveQuestions(db, reviewer, questions, { decisionId: id }) }
  },
  audit: ({ decision }, { questions }) => ({
    target: `decision:${decision}`,
    detail: { operation: 'answer', questions: questions.length },
  }),
})

export const discardDecision = command(discardDecisionContract, {
  action: 'decision.make',
  scope: 'project',
  async run({ db, project }, { decision }) {
    const { id } = await lockDecisionDraft(db, project.id, decision)
    const questions = await db.question.findMany({
      where: { projectId: project.id, decisionId: id },
      select: { id: true },
    })
    const reopened = await reopenResolvedQuestions(
      db,
      project.id,
      questions.map((question) => question.id),
    )
    await db.decision.delete({
      where: { projectId_id: { projectId: project.id, id } },
      select: { id: true },
    })
    return { reopened }
  },
  audit: ({ decision }, { reopened }) => ({
    target: `decision:${decision}`,
    detail: { operation: 'discard', reopened },
  }),
})

export const publishDecisions = command(publishDecisionsContract, {
  action: 'decision.publish',
  scope: 'project',
  async run({ actor, db, project }, { decisions, ...version }) {
    const author = { projectId: project.id, userId: requirePerson(actor).userId }
    const numbers = [...new Set(decisions)]
    requireHeadings(numbers, version.text)
    // Locks the version first, so that concurrent publications wait here and nowhere else.
    const publishedVersion = await publishGuidelineVersion(db, author, version)
    requireDrafts(numbers, await lockDecisions(db, project.id, numbers))
    await publishDecisionDrafts(db, project.id, { decisions: numbers, version: publishedVersion })
    return { version: publishedVersion }
  },
  audit: ({ decisions }, { version }) => ({
    target: `guideline:${version}`,
    detail: { decisions },
  }),
})

/** A decision applies once the guideline contains it, so it is published with the version that contains it. */
function requireHeadings(numbers: readonly number[], text: string): void {
  const missing = numbers.filter((number) => !containsDecision(text, number))
  if (missing.length === 0) return
  const reason = `has no heading “Decision ${missing[0]}”`
  throw new AppError(
    'invalid_input',
    `The text ${reason}. Nothing was published. Add the decision to the text, or publish without it.`,
    { issues: [{ location: 'text', reason }] },
  )
}

function requireDrafts(numbers: readonly number[], locked: readonly LockedDecision[]): void {
  const drafts = new Set(
    locked.filter(({ state }) => state === 'draft').map(({ decision }) => decision),
  )
  const missing = numbers.filter((number) => !drafts.has(number))
  if (missing.length === 0) return
  throw new AppError(
    'conflict',
    `${missing.length === 1 ? 'Decision' : 'Decisions'} ${missing.join(', ')}: published or discarded by someone else. Nothing was published, and your text is still here. Remove them and publish again.`,
    { missing },
  )
}

/** An example with the same step keeps the texts from when the decision was made, even if the solution changed. */
function isSameStep(
  draft: LockedDecision,
  example: DecisionExampleInput | null,
): example is DecisionExampleInput {
  return (
    example !== null &&
    example.solution === draft.exampleSolution &&
    example.revision === draft.exampleRevision &&
    example.step === draft.exampleStep &&
    example.option === draft.exampleOption
  )
}

const noExample = {
  exampleSolutionId: null,
  exampleRevision: null,
  exampleStep: null,
  exampleOption: null,
  exampleProblem: null,
  exampleText: null,
  exampleRating: null,
  exampleReason: null,
}

/** The example with its current texts. Throws if the step is not the one that the author read. */
async function buildStoredExample(
  db: Transaction,
  projectId: string,
  example: DecisionExampleInput | null,
) {
  if (example === null) return noExample
  const { solution, revision, step, option, rating, reason } = example
  const stepText = await findStepText(db, { projectId, solutionId: solution }, { step, option })
  if (!stepText) throw new AppError('not_found', stepNotFoundMessage)
  if (stepText.revision !== revision) throw makeStepsOutdatedError()
  if (stepText.text === null) {
    const missingText = 'has no text, because annotators wrote it'
    throw new AppError(
      'invalid_input',
      `This step ${missingText}. Create the decision without an example.`,
      {
        issues: [{ location: 'example', reason: missingText }],
      },
    )
  }
  return {
    exampleSolutionId: solution,
    exampleRevision: revision,
    exampleStep: step,
    exampleOption: option,
    exampleProblem: stepText.problem,
    exampleText: stepText.text,
    exampleRating: rating,
    exampleReason: reason.trim(),
  }
}
