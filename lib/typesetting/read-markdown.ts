import MarkdownIt, { type Token } from 'markdown-it'

/** Text in one style. */
export interface StyledText {
  style: 'text' | 'emphasis' | 'strong'
  text: string
}

export type MarkdownBlock =
  | { kind: 'paragraph'; texts: StyledText[] }
  | { kind: 'heading'; level: number; texts: StyledText[] }
  | { kind: 'list'; items: { marker: string | null; blocks: MarkdownBlock[] }[] }
  | { kind: 'quote'; blocks: MarkdownBlock[] }
  | { kind: 'table'; columns: ColumnAlignment[]; rows: StyledText[][][] }
  | { kind: 'rule' }

export type ColumnAlignment = 'left' | 'center' | 'right'

/** The reader drops deeper nesting; `createFalseMarkupHider` prevents it. */
const maxNesting = 100

/**
 * Without HTML, links, images, references, entities, escapes and code: these stay text, or were
 * hidden before.
 */
const markdownParser = new MarkdownIt('zero', { maxNesting }).enable([
  ...['heading', 'list', 'blockquote', 'table', 'hr'],
  'emphasis',
])

/** Whether there can be more than paragraphs of plain text. */
const mayContainMarkup = /[*|]|^[ \t]*(?:[-+>#]|\d{1,9}[.)])/m

/** Reads the Markdown that Stepmark renders. Drops only markup and white space. */
export function readMarkdown(text: string): MarkdownBlock[] {
  // Most steps are plain, and skipping the reader saves half the time for a long solution.
  if (!mayContainMarkup.test(text)) return readParagraphs(text)
  const root: MarkdownBlock[] = []
  const openContainers: Container[] = [{ kind: 'blocks', blocks: root }]
  for (const token of markdownParser.parse(text, {})) readToken(token, openContainers)
  return root
}

function readParagraphs(text: string): MarkdownBlock[] {
  return text
    .split(/\n(?:[ \t]*\n)+/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => ({ kind: 'paragraph', texts: [{ style: 'text', text: paragraph }] }))
}

/** An open element that receives what comes next. */
type Container =
  | { kind: 'blocks'; blocks: MarkdownBlock[] }
  | { kind: 'texts'; texts: StyledText[] }
  | Extract<MarkdownBlock, { kind: 'list' | 'table' }>

function readToken(token: Token, openContainers: Container[]): void {
  if (token.nesting === -1) {
    if (closingTokenTypes.has(token.type)) openContainers.pop()
    return
  }
  const last = openContainers.at(-1)!
  if (last.kind === 'texts') {
    if (token.type === 'inline') readTexts(token.children ?? [], last.texts)
  } else if (last.kind === 'list') {
    const blocks: MarkdownBlock[] = []
    const { info, markup } = token
    last.items.push({ marker: info === '' ? null : info + markup, blocks })
    openContainers.push({ kind: 'blocks', blocks })
  } else if (last.kind === 'table') readTableToken(token, last, openContainers)
  else readBlockToken(token, last.blocks, openContainers)
}

const closingTokenTypes = new Set([
  ...['paragraph_close', 'heading_close', 'blockquote_close', 'bullet_list_close'],
  ...['ordered_list_close', 'list_item_close', 'table_close', 'th_close', 'td_close'],
])

function readBlockToken(token: Token, blocks: MarkdownBlock[], openContainers: Container[]): void {
  switch (token.type) {
    case 'paragraph_open':
    case 'heading_open': {
      const texts: StyledText[] = []
      const level = Number(token.tag.slice(1))
      blocks.push(level > 0 ? { kind: 'heading', level, texts } : { kind: 'paragraph', texts })
      openContainers.push({ kind: 'texts', texts })
      break
    }
    case 'bullet_list_open':
    case 'ordered_list_open': {
      const list = { kind: 'list' as const, items: [] }
      blocks.push(list)
      openContainers.push(list)
      break
    }
    case 'blockquote_open': {
      const quote = { kind: 'quote' as const, blocks: [] }
      blocks.push(quote)
      openContainers.push({ kind: 'blocks', blocks: quote.blocks })
      break
    }
    case 'table_open': {
      const table = { kind: 'table' as const, columns: [], rows: [] }
      blocks.push(table)
      openContainers.push(table)
      break
    }
    case 'hr':
      blocks.push({ kind: 'rule' })
  }
}

function readTableToken(
  token: Token,
  table: Extract<MarkdownBlock, { kind: 'table' }>,
  openContainers: Container[],
): void {
  if (token.type === 'tr_open') table.rows.push([])
  if (token.type !== 'th_open' && token.type !== 'td_open') return
  if (token.type === 'th_open') table.columns.push(readAlignment(token))
  const texts: StyledText[] = []
  table.rows.at(-1)!.push(texts)
  openContainers.push({ kind: 'texts', texts })
}

function readAlignment(token: Token): ColumnAlignment {
  const style = String(token.attrGet('style') ?? '')
  return style.includes('right') ? 'right' : style.includes('center') ? 'center' : 'left'
}

function readTexts(tokens: readonly Token[], texts: StyledText[]): void {
  let strong = 0
  let emphasis = 0
  for (const token of tokens) {
    if (token.tag === 'strong') strong += token.nesting
    else if (token.tag === 'em') emphasis += token.nesting
    else if (token.content !== '')
      texts.push({
        style: strong > 0 ? 'strong' : emphasis > 0 ? 'emphasis' : 'text',
        text: token.content,
      })
  }
}
