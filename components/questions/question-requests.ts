import { callApi } from '@/lib/client/call-api'
import type { buildDecisionInput } from './decision-fields'
import type { QuestionRefInput } from './question'

export async function createDecision(
  slug: string,
  input: ReturnType<typeof buildDecisionInput>,
  questions: QuestionRefInput[],
): Promise<number> {
  const { decision } = await callApi(
    'post /projects/{project}/decisions',
    { project: slug, ...input, questions },
    { idempotencyKey: crypto.randomUUID() },
  )
  return decision
}

export async function answerWithDecision(
  slug: string,
  decision: number,
  refs: QuestionRefInput[],
): Promise<string[]> {
  const { questions } = await callApi('post /projects/{project}/decisions/{decision}/questions', {
    project: slug,
    decision,
    questions: refs,
  })
  return questions
}

export async function dismissQuestions(
  slug: string,
  refs: QuestionRefInput[],
  note: string,
): Promise<string[]> {
  const { questions } = await callApi('post /projects/{project}/questions/dismissed', {
    project: slug,
    questions: refs,
    note,
  })
  return questions
}

export async function reopenQuestions(slug: string, questions: string[]): Promise<number> {
  const { reopened } = await callApi('post /projects/{project}/questions/reopen', {
    project: slug,
    questions,
  })
  return reopened
}

export async function discardDecision(slug: string, decision: number): Promise<number> {
  const { reopened } = await callApi('delete /projects/{project}/decisions/{decision}', {
    project: slug,
    decision,
  })
  return reopened
}
