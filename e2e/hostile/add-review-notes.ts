import { getErrorOptions } from '@/lib/adjudication/server/queries'
import { listAnswerPairs } from '@/lib/answers/server/queries'
import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import { insertDecisionsIntoGuideline } from '@/lib/questions/format-decisions'
import { getDecision } from '@/lib/questions/server/decisions-queries'
import { getAnnotation } from '@/lib/reviews/server/queries'
import type { TestProject } from '@/prisma/seed/factories'
import { executeCommand } from './execute-command'
import { longHostileText, makeHostileNote, makeShortHostileText } from './hostile-texts'
import { joinNextPayloads } from './payloads'

/** Adjudicates, marks gold, excludes, overrides verdicts and pauses as an admin, each with a hostile note. */
export async function addReviewNotes(
  { id, slug: project, admin }: TestProject,
  people: Record<string, Person>,
  annotations: readonly string[],
) {
  const { solutionId: solution } = await getDatabase().annotation.findFirstOrThrow({
    where: { id: annotations[0]! },
    select: { solutionId: true },
  })
  const solutionsOfB = await getDatabase().solution.findMany({
    where: { projectId: id, externalId: { startsWith: 'b' } },
    select: { id: true },
    orderBy: { externalId: 'asc' },
  })
  const [goldSolution, excludedSolution, overriddenSolution] = solutionsOfB.map((row) => row.id)
  const params = { project, solution }
  const submittedAnnotations = await getDatabase().annotation.findMany({
    where: { projectId: id, solutionId: solution, state: 'submitted' },
    select: { id: true },
  })
  const versions = await Promise.all(
    submittedAnnotations.map(async ({ id: annotation }) => ({
      annotation,
      version: (await getAnnotation.execute(admin, { project, annotation })).version,
    })),
  )
  const adjudication = { revision: 1, ratings: [1, -1], gold: false, note: makeHostileNote() }
  const { options } = await getErrorOptions.execute(admin, { ...params, step: 1, revision: 1 })
  const errorDetails = {
    options: options.map(() => 1),
    explanation: { option: null, text: makeHostileNote() },
    progress: 'some',
  }
  await executeCommand(admin, 'adjudicateSolution', {
    ...params,
    ...adjudication,
    answers: errorDetails,
    expected: { annotations: versions, adjudication: null },
  })
  const goldInput = {
    solution: goldSolution,
    revision: 1,
    firstErrors: [0],
    explanation: makeHostileNote(),
  }
  await executeCommand(admin, 'markSolutionAsGold', { project, ...goldInput })
  await executeCommand(admin, 'excludeSolution', {
    project,
    solution: excludedSolution,
    reason: makeHostileNote(),
  })
  await executeCommand(admin, 'overrideVerdict', {
    project,
    solution: overriddenSolution,
    verdict: 'unsure',
    note: makeHostileNote(),
  })
  const input = { project, show: 'unsure' }
  const { pairs } = await listAnswerPairs.execute(
    admin,
    listAnswerPairs.contract.input.parse(input),
  )
  const pair = pairs[0]?.pair
  if (pair)
    await executeCommand(admin, 'decideAnswerPair', {
      project,
      pair,
      verdict: 'wrong',
      note: makeHostileNote(),
    })
  const user = people.paused!.userId
  const pause = async () =>
    executeCommand(admin, 'pauseAnnotator', { project, user, message: makeHostileNote() })
  const { pause: endedPause } = await pause()
  await executeCommand(admin, 'endPause', {
    project,
    pause: endedPause,
    decision: makeHostileNote(),
  })
  await pause()
  return { solution, gold: goldSolution! }
}

/** Creates three questions (one of them dismissed), a published decision and a draft. */
export async function createQuestionsAndDecisions(
  project: string,
  author: Person,
  solution: string,
): Promise<void> {
  const step = { solution, revision: 1, step: 0, option: 0 }
  const askQuestion = () =>
    executeCommand(author, 'askQuestion', { project, ...step, text: joinNextPayloads(1_900) })
  const { question } = await askQuestion()
  await executeCommand(author, 'dismissQuestions', {
    project,
    questions: [{ question }],
    note: makeHostileNote(),
  })
  const { question: openQuestion } = await askQuestion()
  await askQuestion()
  const makeDraft = () => ({ heading: makeShortHostileText(), text: longHostileText })
  const makeExample = () => ({ ...step, rating: 0, reason: makeHostileNote() })
  const decisionInput = {
    project,
    ...makeDraft(),
    questions: [{ question: openQuestion }],
    example: makeExample(),
  }
  const { decision } = await executeCommand(author, 'createDecision', decisionInput)
  await executeCommand(author, 'updateDecision', {
    project,
    decision,
    ...makeDraft(),
    example: makeExample(),
  })
  const storedDecision = await getDecision.execute(author, { project, decision: Number(decision) })
  const text = `${insertDecisionsIntoGuideline('# Rules', [storedDecision])}\n\n${longHostileText.slice(0, 9_000)}`
  const publication = { decisions: [decision], text, summary: joinNextPayloads(450), basedOn: 2 }
  await executeCommand(author, 'publishDecisions', { project, ...publication })
  await executeCommand(author, 'createDecision', {
    project,
    ...makeDraft(),
    example: null,
    questions: [],
  })
}
