import { call } from '@/lib/client/call'
import type {
  reopenQuestionsContract,
  setQuestionsAsideContract,
} from '@/lib/review/questions-contract'
import type {
  answerQuestionsContract,
  discardRulingContract,
  makeRulingContract,
} from '@/lib/review/rulings-contract'
import type { writeDraft } from './check-ruling'
import type { SentAsk } from './question'

/** Calls of the list of questions, each with what the next one needs. */

export async function makeRuling(
  slug: string,
  written: ReturnType<typeof writeDraft>,
  asks: SentAsk[],
): Promise<number> {
  const { ruling } = await call<typeof makeRulingContract>(
    { method: 'post', path: '/projects/{project}/rulings' },
    { project: slug, ...written, asks },
    { idempotencyKey: crypto.randomUUID() },
  )
  return ruling
}

export async function answerWith(slug: string, ruling: number, asks: SentAsk[]): Promise<string[]> {
  const { questions } = await call<typeof answerQuestionsContract>(
    { method: 'post', path: '/projects/{project}/rulings/{ruling}/questions' },
    { project: slug, ruling, asks },
  )
  return questions
}

export async function setAside(slug: string, asks: SentAsk[], note: string): Promise<string[]> {
  const { questions } = await call<typeof setQuestionsAsideContract>(
    { method: 'post', path: '/projects/{project}/questions/aside' },
    { project: slug, asks, note },
  )
  return questions
}

export async function reopen(slug: string, questions: string[]): Promise<number> {
  const { opened } = await call<typeof reopenQuestionsContract>(
    { method: 'post', path: '/projects/{project}/questions/reopening' },
    { project: slug, questions },
  )
  return opened
}

export async function discard(slug: string, ruling: number): Promise<number> {
  const { opened } = await call<typeof discardRulingContract>(
    { method: 'delete', path: '/projects/{project}/rulings/{ruling}' },
    { project: slug, ruling },
  )
  return opened
}
