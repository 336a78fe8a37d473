import {
  createReplyTypesetter,
  appendBlocksToText,
  type PendingTypesetText,
  type ReplyTypesetter,
} from '../reply-typesetter'
import { shortenTypesetText } from '../shorten-text'
import type { PlainTextReason, TypesetText } from '../typeset'
import { isShortPlainText, pageTypesetBudget, type TypesetBudget } from '../typeset-limits'
import { typesetRequest } from '../typeset-request'
import { makePlainTypesetText } from '../typeset-text'
import { runTypesetJob } from './typeset-pool'

/** Maximum size of one job, in characters. Other replies are served between two jobs. */
const jobCharacters = 30_000
const jobRequests = 100
/** Maximum length of a reply's texts that are typeset in this thread, if all of them are cheap. */
const maxCheapCharacters = 20_000
/** Wall-clock time. Much longer than the budget allows, for a busy machine. */
const defaultMaxWaitMs = 20_000

interface TypesetOptions {
  budget?: Readonly<TypesetBudget>
  /**
   * Whether to share no cache with other replies, so that the response time does not show whether someone has read the
   * same text before.
   */
  usesOwnCache?: boolean
  /** After this time, the remaining texts are plain. */
  maxWaitMs?: number
}

/**
 * Builds a reply and typesets its texts off the thread that serves requests, unless all are short and plain. The
 * typesetter's texts are empty while `build` runs, and complete in the returned reply. Texts beyond the budget are plain.
 */
export async function typesetReply<Reply>(
  build: (typesetter: ReplyTypesetter) => Reply,
  {
    budget = pageTypesetBudget,
    usesOwnCache = false,
    maxWaitMs = defaultMaxWaitMs,
  }: TypesetOptions = {},
): Promise<Reply> {
  const pendingTexts: PendingTypesetText[] = []
  const reply = build(createReplyTypesetter(pendingTexts))
  const remainingBudget = { ...budget }
  if (isAllCheap(pendingTexts)) fillInThisThread(pendingTexts, remainingBudget)
  else {
    const deadline = performance.now() + maxWaitMs
    for (const job of cutIntoJobs(pendingTexts))
      await fillInWorkerThread(job, { remainingBudget, usesOwnCache, deadline })
  }
  return reply
}

function isAllCheap(pendingTexts: readonly PendingTypesetText[]): boolean {
  const sources = pendingTexts.flatMap(({ request }) => request.sources)
  const characters = sources.reduce((sum, { length }) => sum + length, 0)
  return characters <= maxCheapCharacters && sources.every(isShortPlainText)
}

function fillInThisThread(
  pendingTexts: readonly PendingTypesetText[],
  budget: TypesetBudget,
): void {
  for (const { request, text } of pendingTexts)
    appendBlocksToText(text, typesetRequest(request, budget))
}

async function fillInWorkerThread(
  pendingTexts: readonly PendingTypesetText[],
  {
    remainingBudget,
    usesOwnCache,
    deadline,
  }: { remainingBudget: TypesetBudget; usesOwnCache: boolean; deadline: number },
): Promise<void> {
  if (remainingBudget.ms <= 0 || performance.now() >= deadline)
    return fillPlain(pendingTexts, 'slow')
  if (remainingBudget.nodes <= 0 || remainingBudget.characters <= 0)
    return fillPlain(pendingTexts, 'long')
  const requests = pendingTexts.map(({ request }) => request)
  const result = await runTypesetJob(
    { requests, budget: { ...remainingBudget }, usesOwnCache },
    { maxWaitMs: deadline - performance.now() },
  )
  if (result === null) {
    remainingBudget.ms = 0
    return fillPlain(pendingTexts, 'slow')
  }
  Object.assign(remainingBudget, result.budget)
  const texts = JSON.parse(Buffer.from(result.json.buffer).toString()) as TypesetText[]
  for (const [index, { text }] of pendingTexts.entries()) appendBlocksToText(text, texts[index]!)
}

function fillPlain(pendingTexts: readonly PendingTypesetText[], reason: PlainTextReason): void {
  for (const { request, text } of pendingTexts) {
    const source = request.sources.join('\n')
    const { excerptCharacters } = request
    if (excerptCharacters === null) appendBlocksToText(text, makePlainTypesetText(source, reason))
    else
      appendBlocksToText(
        text,
        shortenTypesetText(makePlainTypesetText(source, reason), excerptCharacters),
      )
  }
}

function cutIntoJobs(pendingTexts: readonly PendingTypesetText[]): PendingTypesetText[][] {
  const jobs: PendingTypesetText[][] = []
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
