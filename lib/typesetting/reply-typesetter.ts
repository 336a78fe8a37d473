import type { TypesetText } from './typeset'
import { pageTypesetBudget, type TypesetBudget } from './typeset-limits'
import { typesetRequest, type TypesetRequest } from './typeset-request'

/** Returns texts that are filled after the reply has been built. */
export interface ReplyTypesetter {
  text: (source: string) => TypesetText
  answer: (source: string) => TypesetText
  /** The sections of one text. */
  sections: (sources: readonly string[]) => TypesetText
  /** The beginning, for a table: about two lines unless another maximum is passed. */
  excerpt: (source: string, maxCharacters?: number) => TypesetText
  answerExcerpt: (source: string, maxCharacters: number) => TypesetText
  textWithSource: (source: string) => { text: TypesetText; source: string }
  /** A text up to a maximum length, with a notice if there is more. */
  beginning: (source: string, maxCharacters: number) => TypesetText
  /** The beginning of a text on a page, with the source of what is visible. */
  beginningWithSource: (source: string) => { text: TypesetText; source: string }
}

const defaultExcerptCharacters = 160

/** Maximum length of a text on a page. No real step is longer. */
export const maxPageTextCharacters = 100_000

export interface PendingTypesetText {
  request: TypesetRequest
  /** Is filled later. */
  text: TypesetText
}

/** Lists the texts of a reply in the order in which it asks for them. */
export function createReplyTypesetter(pendingTexts: PendingTypesetText[]): ReplyTypesetter {
  function add(kind: TypesetRequest['kind'], sources: readonly string[], characters?: number) {
    const text: TypesetText = []
    pendingTexts.push({ request: { kind, sources, excerptCharacters: characters ?? null }, text })
    return text
  }
  function beginning(source: string, maxCharacters: number) {
    const isCut = source.length > maxCharacters
    return add(isCut ? 'beginning' : 'text', [source.slice(0, maxCharacters)])
  }
  return {
    text: (source) => add('text', [source]),
    answer: (source) => add('answer', [source]),
    sections: (sources) => add('sections', sources),
    excerpt: (source, maxCharacters = defaultExcerptCharacters) =>
      add('text', [source], maxCharacters),
    answerExcerpt: (source, maxCharacters) => add('answer', [source], maxCharacters),
    textWithSource: (source) => ({ text: add('text', [source]), source }),
    beginning,
    beginningWithSource: (source) => ({
      text: beginning(source, maxPageTextCharacters),
      source: source.slice(0, maxPageTextCharacters),
    }),
  }
}

export function appendBlocksToText(text: TypesetText, blocks: TypesetText): void {
  for (const block of blocks) text.push(block)
}

type TypesetReply = <Reply>(
  build: (typesetter: ReplyTypesetter) => Reply,
  options?: { budget?: Readonly<TypesetBudget> },
) => Promise<Reply>

const processGlobals = globalThis as { stepmarkTypesetReply?: TypesetReply }

/**
 * Typesets the texts of a page, in server components, which can't import `server/`. The web server registers a typesetter
 * that uses threads (instrumentation.ts). Without it, texts are typeset in this thread.
 */
export const typesetTextsForPage: TypesetReply = (build, options) =>
  (processGlobals.stepmarkTypesetReply ?? typesetInThisThread)(build, options)

export function registerPageTypesetter(typesetReply: TypesetReply): void {
  processGlobals.stepmarkTypesetReply = typesetReply
}

const typesetInThisThread: TypesetReply = async (
  build,
  { budget: total = pageTypesetBudget } = {},
) => {
  const pendingTexts: PendingTypesetText[] = []
  const reply = build(createReplyTypesetter(pendingTexts))
  const budget = { ...total }
  for (const { request, text } of pendingTexts)
    appendBlocksToText(text, typesetRequest(request, budget))
  return reply
}
