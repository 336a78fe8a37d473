import { adjudicateSolution } from '@/lib/adjudication/server/commands'
import { compareAnnotations } from '@/lib/adjudication/server/queries'
import { saveAnnotation, submitAnnotation } from '@/lib/annotations/server/commands'
import { makeSaveInput } from '@/lib/annotations/testing/claimed-solution'
import { overrideVerdict } from '@/lib/answers/server/solution-verdicts-commands'
import type { Person } from '@/lib/auth/actor'
import { createToken } from '@/lib/auth/server/commands'
import { startTotp } from '@/lib/auth/server/totp-commands'
import { createReleaseContract } from '@/lib/exports/contract'
import { createRelease } from '@/lib/exports/server/commands'
import { pauseAnnotator } from '@/lib/people/server/pause-commands'
import { getDatabase } from '@/lib/platform/server/database'
import { createInvite } from '@/lib/projects/server/invite-commands'
import { askQuestion } from '@/lib/questions/server/commands'
import { createDecision } from '@/lib/questions/server/decisions-commands'
import { claimNext } from '@/lib/queue/server/commands'
import { excludeSolution } from '@/lib/queue/server/exclusion-commands'
import { createScorer } from '@/lib/scoring/server/commands'
import { createWebhook } from '@/lib/webhooks/server/commands'
import {
  importLines,
  makeMember,
  makeProblemLine,
  makeProject,
  type TestProject,
  testPassword,
} from '@/prisma/seed/factories'

/** Values that an annotator may not see before they submit. Each is stored only in the fields that its key names. */
export const canaryValues = {
  'reference answer': '48151623',
  'reference solution': 'CanaryReference',
  score: '0.73164829',
  'score of a step': '0.61528374',
  generator: 'CanaryGenerator',
  'another’s flag': 'CanaryFlag',
  'another’s explanation': 'CanaryExplanation',
  'another’s note at the end': 'CanaryFinish',
  'another’s name': 'Canary Annotator',
  'another’s address': 'canary-annotator@example.org',
  'explanation of gold': 'CanaryGold',
  'note of an adjudication': 'CanaryAdjudication',
  'explanation of an adjudication': 'CanaryAdjudicated',
  'note on a verdict': 'CanaryVerdict',
  'reason of an exclusion': 'CanaryExclusion',
  'question of a reviewer': 'CanaryQuestion',
  'draft decision': 'CanaryDecision',
  'why another is paused': 'CanaryPause',
  scorer: 'CanaryScorer',
  'file of an import': 'canary-import.jsonl',
  release: 'CanaryRelease',
  'address of a webhook': 'canary-hook.example.org',
  'address of an invite': 'canary-guest@example.org',
} as const

export interface CanaryTestData {
  project: TestProject
  /** Has a lease on a solution that `firstAnnotator` has annotated. */
  observer: Person
  firstAnnotator: Person
  lease: string
  /** Secrets that the server reveals only once. */
  oneTimeSecrets: string[]
}

const steps = 3

function makeLine(id: string) {
  const line = makeProblemLine(id, [Number(canaryValues.score)], steps)
  Object.assign(line.samples[0]!, {
    step_scores: [Number(canaryValues['score of a step']), 0.5, 0.25],
    explanations: { '1': ['The sum is wrong.'] },
  })
  return {
    ...line,
    answer: canaryValues['reference answer'],
    solution: `${canaryValues['reference solution']}: add them.`,
    generator: canaryValues.generator,
  }
}

async function claimLease(person: Person, project: TestProject) {
  const reply = await claimNext.execute(person, { project: project.slug, prefetch: false })
  if (reply.kind !== 'solution') throw new Error(`nothing served: ${JSON.stringify(reply)}`)
  return reply.lease.id
}

async function annotateNext(project: TestProject, person: Person): Promise<void> {
  const lease = await claimLease(person, project)
  const content = {
    notes: [{ step: 1, option: null, kind: 'flag' as const, text: canaryValues['another’s flag'] }],
    explanation: { option: null, text: canaryValues['another’s explanation'] },
  }
  const finish = {
    finishReason: 'found_error' as const,
    finishNote: canaryValues['another’s note at the end'],
  }
  const leaseKey = { project: project.slug, lease }
  await saveAnnotation.execute(person, { ...leaseKey, ...makeSaveInput([1, -1], 1) })
  const state = { ...makeSaveInput([1, -1], 2, content), ...finish }
  await submitAnnotation.execute(person, { ...leaseKey, ...state })
}

export async function makeCanaryTestData(): Promise<CanaryTestData> {
  const project = await makeProject({ overlap: 3, showsAnswer: false, asksExplanation: true })
  const [name, email] = [canaryValues['another’s name'], canaryValues['another’s address']]
  await importLines(project, [makeLine('p')], { fileName: canaryValues['file of an import'] })
  const firstAnnotator = await makeMember(project, 'annotator', { name, email })
  const secondAnnotator = await makeMember(project, 'annotator', { name: `${name} III` })
  await annotateNext(project, firstAnnotator)
  await annotateNext(project, secondAnnotator)
  const observer = await makeMember(project, 'annotator', { name: 'Mei Lin' })
  const lease = await claimLease(observer, project)
  // Imported after the claim, so that the observer is not served one of these.
  await importLines(project, [makeLine('gold'), makeLine('extra'), makeLine('out')])
  await addCanaryTexts(project, secondAnnotator)
  const oneTimeSecrets = await createAdminRecords(project, firstAnnotator)
  return { project, observer, firstAnnotator, lease, oneTimeSecrets }
}

async function addCanaryTexts(
  { id, slug, admin }: TestProject,
  pausedAnnotator: Person,
): Promise<void> {
  const db = getDatabase()
  const rows = await db.solution.findMany({
    where: { projectId: id },
    select: { id: true, problem: { select: { externalId: true } } },
  })
  const findSolution = (name: string) => rows.find(({ problem }) => problem.externalId === name)!.id
  await db.queueItem.deleteMany({ where: { projectId: id, solutionId: findSolution('gold') } })
  await db.goldItem.create({
    data: {
      projectId: id,
      solutionId: findSolution('gold'),
      firstErrors: [1],
      explanation: canaryValues['explanation of gold'],
    },
    select: { solutionId: true },
  })
  const params = { project: slug, solution: findSolution('p') }
  const { annotations } = await compareAnnotations.execute(admin, params)
  await adjudicateSolution.execute(
    admin,
    adjudicateSolution.contract.input.parse({
      ...params,
      revision: 1,
      ratings: [1, -1],
      note: canaryValues['note of an adjudication'],
      answers: {
        explanation: { option: null, text: canaryValues['explanation of an adjudication'] },
      },
      expected: {
        annotations: annotations.map(({ annotation, version }) => ({
          annotation,
          version,
        })),
        adjudication: null,
      },
    }),
  )
  const note = canaryValues['note on a verdict']
  await overrideVerdict.execute(admin, { ...params, verdict: 'wrong', note, expected: null })
  const reason = canaryValues['reason of an exclusion']
  await excludeSolution.execute(admin, { project: slug, solution: findSolution('out'), reason })
  const text = canaryValues['question of a reviewer']
  await askQuestion.execute(
    admin,
    askQuestion.contract.input.parse({ ...params, revision: 1, step: 0, text }),
  )
  await createDecision.execute(
    admin,
    createDecision.contract.input.parse({
      project: slug,
      heading: canaryValues['draft decision'],
      text: 'So.',
      example: null,
    }),
  )
  const message = canaryValues['why another is paused']
  await pauseAnnotator.execute(admin, { project: slug, user: pausedAnnotator.userId, message })
}

/** Returns the secrets that the server reveals only once. */
async function createAdminRecords(
  { slug, admin }: TestProject,
  firstAnnotator: Person,
): Promise<string[]> {
  const settings = { connector: 'custom-http', url: 'https://models.example' }
  const scorer = { project: slug, name: canaryValues.scorer, settings }
  await createScorer.execute(admin, createScorer.contract.input.parse(scorer))
  const releaseInput = { project: slug, name: canaryValues.release, formats: ['stepmark'] }
  await createRelease.execute(admin, createReleaseContract.input.parse(releaseInput))
  const url = `https://${canaryValues['address of a webhook']}/`
  const webhook = await createWebhook.execute(
    admin,
    createWebhook.contract.input.parse({ project: slug, url, events: ['release.ready'] }),
  )
  const email = canaryValues['address of an invite']
  const invite = { project: slug, role: 'annotator', email }
  const { link } = await createInvite.execute(admin, createInvite.contract.input.parse(invite))
  const input = { name: 't', scope: 'read', days: 1 } as const
  const token = await createToken.execute(firstAnnotator, input)
  const totp = await startTotp.execute(firstAnnotator, { password: testPassword })
  return [webhook.secret!, link.split('#')[1]!, token.secret, totp.secret]
}
