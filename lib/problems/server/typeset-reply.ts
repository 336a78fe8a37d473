import { shortenText } from '../shorten-text'
import type { PlainReason, TypesetText } from '../typeset'
import { isCheap, pageBudget, type TypesetBudget } from '../typeset-limits'
import { typesetRequest, type TypesetRequest } from '../typeset-request'
import { showPlain } from '../typeset-text'
import { runTypesetJob } from './typeset-pool'

/** Of one job, in characters. Other replies are served between two jobs. */
const jobCharacters = 30_000
const jobRequests = 100
/** What is typeset without a thread if all of it is cheap. */
const maxCheapCharacters = 20_000
/** In real time. Much longer than the budget allows, for a busy machine. */
const defaultMaxWaitMs = 20_000

export interface ReplyTypesetter {
  text: (source: string) => TypesetText
  answer: (source: string) => TypesetText
  /** The sections of one text. */
  sections: (sources: readonly string[]) => TypesetText
  /** The beginning, for a table. */
  excerpt: (source: string, maxCharacters: number) => TypesetText
  answerExcerpt: (source: string, maxCharacters: number) => TypesetText
  textWithSource: (source: string) => { text: TypesetText; source: string }
}

interface TypesetOptions {
  budget?: Readonly<TypesetBudget>
  /**
   * Whether to share nothing with other replies, so that the time that it takes does not show whether someone has read the
   * same before.
   */
  isIsolated?: boolean
  /** Then the remaining texts are plain. */
  maxWaitMs?: number
}

interface PendingText {
  request: TypesetRequest
  /** Is filled later. */
  text: TypesetText
}

/**
 * Builds a reply and typesets its texts off the thread that serves requests. The typesetter's texts are empty while
 * `build` runs, and complete in the returned reply. Texts beyond the budget are plain.
 */
export async function typesetReply<Reply>(
  build: (typesetter: ReplyTypesetter) => Reply,
  { budget = pageBudget, isIsolated = false, maxWaitMs = defaultMaxWaitMs }: TypesetOptions = {},
): Promise<Awaited<Reply>> {
  const pendingTexts: PendingText[] = []
  const reply = await build(createTypesetter(pendingTexts))
  const remaining = { ...budget }
  if (isAllCheap(pendingTexts)) fillHere(pendingTexts, remaining)
  else {
    const stopAt = performance.now() + maxWaitMs
    for (const job of cutIntoJobs(pendingTexts))
      await fillInThread(job, { remaining, isIsolated, stopAt })
  }
  return reply
}

function createTypesetter(pendingTexts: PendingText[]): ReplyTypesetter {
  function add(kind: TypesetRequest['kind'], sources: readonly string[], characters?: number) {
    const text: TypesetText = []
    pendingTexts.push({
      request: { kind, sources, excerptCharacters: characters ?? null },
      text,
    })
    return text
  }
  return {
    text: (source) => add('text', [source]),
    answer: (source) => add('answer', [source]),
    sections: (sources) => add('sections', sources),
    excerpt: (source, maxCharacters) => add('text', [source], maxCharacters),
    answerExcerpt: (source, maxCharacters) => add('answer', [source], maxCharacters),
    textWithSource: (source) => ({ text: add('text', [source]), source }),
  }
}

function isAllCheap(pendingTexts: readonly PendingText[]): boolean {
  const sources = pendingTexts.flatMap(({ request }) => request.sources)
  const characters = sources.reduce((sum, { length }) => sum + length, 0)
  return characters <= maxCheapCharacters && sources.every(isCheap)
}

function fillHere(pendingTexts: readonly PendingText[], budget: TypesetBudget): void {
  for (const { request, text } of pendingTexts) fill(text, typesetRequest(request, budget))
}

async function fillInThread(
  pendingTexts: readonly PendingText[],
  {
    remaining,
    isIsolated,
    stopAt,
  }: { remaining: TypesetBudget; isIsolated: boolean; stopAt: number },
): Promise<void> {
  if (remaining.ms <= 0 || performance.now() >= stopAt) return fillPlain(pendingTexts, 'slow')
  if (remaining.nodes <= 0 || remaining.characters <= 0) return fillPlain(pendingTexts, 'long')
  const requests = pendingTexts.map(({ request }) => request)
  const answer = await runTypesetJob(
    { requests, budget: { ...remaining }, isIsolated },
    { maxWaitMs: stopAt - performance.now() },
  )
  if (answer === null) {
    remaining.ms = 0
    return fillPlain(pendingTexts, 'slow')
  }
  Object.assign(remaining, answer.budget)
  const texts = JSON.parse(Buffer.from(answer.json.buffer).toString()) as TypesetText[]
  for (const [index, { text }] of pendingTexts.entries()) fill(text, texts[index]!)
}

function fillPlain(pendingTexts: readonly PendingText[], reason: PlainReason): void {
  for (const { request, text } of pendingTexts) {
    const source = request.sources.join('\n')
    const { excerptCharacters } = request
    if (excerptCharacters === null) fill(text, showPlain(source, reason))
    else fill(text, shortenText(showPlain(source, reason), excerptCharacters))
  }
}

function fill(text: TypesetText, blocks: TypesetText): void {
  for (const block of blocks) text.push(block)
}

function cutIntoJobs(pendingTexts: readonly PendingText[]): PendingText[][] {
  const jobs: PendingText[][] = []
  let characters = 0
  for (const pending of pendingTexts) {
    const length = pending.request.sources.reduce((sum, source) => sum + source.length, 0)
    const last = jobs.at(-1)
    if (last && last.length < jobRequests && characters + length <= jobCharacters) {
      last.push(pending)
      characters += length
    } else {
      jobs.push([pending])
      characters = length
    }
  }
  return jobs
}
