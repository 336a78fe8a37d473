import { createFormulaFinder } from './find-formula'

export type TextToken =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'formula'; source: string; display: boolean }
  /** `*` or `**` where emphasis may begin or end. */
  | { kind: 'stars'; text: '*' | '**'; opens: boolean; closes: boolean }
  /** Between paragraphs; `heading` where the next line is one. */
  | { kind: 'break'; heading: boolean }

/** Where something other than plain text may begin. */
const special = /[\\$`*\n]/g
const headingMark = /[ \t]{0,3}#{1,6}[ \t]+/y
const codeSpan = /(`{1,2})([^`\n]+)\1(?!`)/y
const starRun = /\*+/y
const breakInText = /\n(?:[ \t]*\n)+/y

/** Reads prose, without fenced code, into tokens. No character is lost but delimiters, escapes and blank lines. */
export function readTextTokens(text: string): TextToken[] {
  const tokens: TextToken[] = []
  const findFormula = createFormulaFinder(text)
  let plain = ''

  function push(token: TextToken) {
    if (plain !== '') tokens.push({ kind: 'text', text: plain })
    plain = ''
    tokens.push(token)
  }

  let inHeading = false
  let at = 0

  function startLine() {
    const mark = matchAt(headingMark, text, at)
    inHeading = mark !== null
    if (!mark) return
    push({ kind: 'break', heading: true })
    at += mark[0].length
  }

  startLine()
  while (at < text.length) {
    special.lastIndex = at
    const next = special.exec(text)?.index ?? text.length
    plain += text.slice(at, next)
    at = next
    if (at === text.length) break
    const blank = matchAt(breakInText, text, at)
    if (blank || text[at] === '\n') {
      if (blank || inHeading) push({ kind: 'break', heading: false })
      else plain += '\n'
      at += blank?.[0].length ?? 1
      startLine()
      continue
    }
    const read = readMark(text, at) ?? readFormula(findFormula, at)
    if (read) {
      if (read.token.kind === 'text') plain += read.token.text
      else push(read.token)
      at = read.end
    } else {
      plain += text[at]
      at += 1
    }
  }
  if (plain !== '') tokens.push({ kind: 'text', text: plain })
  return tokens
}

interface Read {
  token: TextToken
  end: number
}

function readMark(text: string, at: number): Read | null {
  // `\$`, `\%` and so on are the character itself, in TeX as in Markdown.
  if (text[at] === '\\' && /[$%&#_*]/.test(text[at + 1] ?? ''))
    return { token: { kind: 'text', text: text[at + 1]! }, end: at + 2 }
  const code = matchAt(codeSpan, text, at)
  if (code) return { token: { kind: 'code', text: code[2]! }, end: at + code[0].length }
  const run = matchAt(starRun, text, at)?.[0]
  if (run === undefined) return null
  const end = at + run.length
  if (run !== '*' && run !== '**') return { token: { kind: 'text', text: run }, end }
  const before = text[at - 1] ?? ' '
  const after = text[end] ?? ' '
  // Not between letters or figures: 2*3*4 and x**2 are not emphasis.
  const opens = !/\s/.test(after) && !/[\p{L}\p{N}]/u.test(before)
  const closes = !/\s/.test(before) && !/[\p{L}\p{N}]/u.test(after)
  return { token: { kind: 'stars', text: run, opens, closes }, end }
}

function readFormula(find: ReturnType<typeof createFormulaFinder>, at: number): Read | null {
  const found = find(at)
  if (!found) return null
  return {
    token: { kind: 'formula', source: found.source, display: found.display },
    end: found.end,
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
