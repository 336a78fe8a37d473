import { setImmediate } from 'node:timers/promises'
import { createContext, Script } from 'node:vm'
import { createHighlighterCore, type HighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import { bundledLanguages, type BundledLanguage } from 'shiki/langs'
import type { CodeColour } from '../typeset'
import { createTypesetCache } from '../typeset-cache'
import { codeTheme, readCodeColour } from './code-theme'

/** In characters. Longer code stays plain. */
export const maxColouredCodeLength = 10_000
/** In characters. Longer lines stay plain. */
const maxColouredLine = 1_000
/** 10,000 characters in any supported language take less than 60 ms of CPU time once it is loaded. */
const maxColouringMs = 1_000
/** A timeout with less CPU time means that the machine was busy, not that the code takes too long. */
const minCpuMsOfTimeout = 500
/** After this many failed or interrupted attempts, a language stays plain until the next start. */
const maxAttempts = { failed: 3, interrupted: 10 }

/**
 * Names that models write after a fence. C++ is read as C: its own grammar takes a second to load
 * and can run without bound.
 */
const languageByName: Readonly<Record<string, BundledLanguage>> = {
  python: 'python',
  py: 'python',
  python3: 'python',
  sage: 'python',
  javascript: 'javascript',
  js: 'javascript',
  typescript: 'typescript',
  ts: 'typescript',
  java: 'java',
  c: 'c',
  cpp: 'c',
  'c++': 'c',
  rust: 'rust',
  rs: 'rust',
  go: 'go',
  sql: 'sql',
  bash: 'bash',
  sh: 'bash',
  shell: 'bash',
  json: 'json',
  lean: 'lean',
  lean4: 'lean',
  latex: 'latex',
  tex: 'latex',
  r: 'r',
  haskell: 'haskell',
  hs: 'haskell',
}

/** The colours need more memory than the code. */
const cacheSize = 1_000_000
const cache = createTypesetCache(cacheSize)
const highlighters = new Map<BundledLanguage, Promise<HighlighterCore>>()
const attemptCounts = new Map<BundledLanguage, typeof maxAttempts>()
const engine = createJavaScriptRegexEngine({ forgiving: true })

/**
 * Colours for code, by shiki. None if the language is unknown, the code is too long, or it takes
 * too much time.
 *
 * @param ignoresCache whether to highlight again even if the result is cached
 */
export async function highlightCode(
  text: string,
  language: string | null,
  ignoresCache = false,
): Promise<CodeColour[]> {
  const name = language?.split(/[\s,{:]/, 1)[0]?.toLowerCase() ?? ''
  const grammar = Object.hasOwn(languageByName, name) ? languageByName[name] : undefined
  if (!grammar || text.length > maxColouredCodeLength) return []
  const key = `${grammar} ${text}`
  const cachedColours = ignoresCache ? undefined : cache.get(key)
  if (cachedColours !== undefined) return JSON.parse(cachedColours ?? '[]') as CodeColour[]
  const { failed, interrupted } = readAttemptCounts(grammar)
  if (failed >= maxAttempts.failed || interrupted >= maxAttempts.interrupted) return []
  const highlighter = await getHighlighter(grammar)
  // Yield to other requests between two blocks.
  await setImmediate()
  const result = highlightWithTimeLimit(highlighter, text, grammar)
  if (typeof result !== 'string') {
    cache.set(key, JSON.stringify(result))
    return result
  }
  // The highlighter was stopped in the middle of its work.
  highlighters.delete(grammar)
  // An interrupted attempt is repeated when the text is typeset again.
  if (result === 'failed') cache.set(key, null)
  const counts = readAttemptCounts(grammar)
  attemptCounts.set(grammar, { ...counts, [result]: counts[result] + 1 })
  return []
}

const readAttemptCounts = (grammar: BundledLanguage) =>
  attemptCounts.get(grammar) ?? { failed: 0, interrupted: 0 }

/** Loads a language when it is first needed. */
function getHighlighter(grammar: BundledLanguage): Promise<HighlighterCore> {
  const cachedHighlighter = highlighters.get(grammar)
  if (cachedHighlighter) return cachedHighlighter
  const loading = loadHighlighter(grammar)
  highlighters.set(grammar, loading)
  loading.catch(() => highlighters.delete(grammar))
  return loading
}

async function loadHighlighter(grammar: BundledLanguage): Promise<HighlighterCore> {
  const highlighter = await createHighlighterCore({
    themes: [codeTheme],
    langs: [bundledLanguages[grammar]],
    engine,
    warnings: false,
  })
  // The first line compiles the patterns, so do it outside of the time limit.
  readColours(highlighter, 'x = 1', grammar)
  return highlighter
}

const sandbox: { run: (() => CodeColour[]) | null } = { run: null }
const context = createContext(sandbox)
const runScript = new Script('run()')

/**
 * Grammars are backtracking regular expressions, some of them without bound (Go's on `struct {'` repeated). The time
 * limit of a script stops them: `failed`, as after an error. `interrupted`: the machine was too busy to tell.
 */
function highlightWithTimeLimit(
  highlighter: HighlighterCore,
  text: string,
  grammar: BundledLanguage,
): CodeColour[] | 'failed' | 'interrupted' {
  sandbox.run = () => readColours(highlighter, text, grammar)
  const cpuBefore = process.threadCpuUsage()
  try {
    return runScript.runInContext(context, { timeout: maxColouringMs }) as CodeColour[]
  } catch (error) {
    if (!isScriptTimeout(error)) return 'failed'
    const { user, system } = process.threadCpuUsage(cpuBefore)
    return (user + system) / 1_000 < minCpuMsOfTimeout ? 'interrupted' : 'failed'
  } finally {
    sandbox.run = null
  }
}

const isScriptTimeout = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'

function readColours(
  highlighter: HighlighterCore,
  text: string,
  lang: BundledLanguage,
): CodeColour[] {
  const colours: CodeColour[] = []
  let position = 0

  function push(kind: CodeColour['kind'], length: number) {
    const last = colours.at(-1)
    if (last?.kind === kind) last.length += length
    else if (length > 0) colours.push({ kind, length })
    position += length
  }

  const lines = highlighter.codeToTokensBase(text, {
    lang,
    theme: codeTheme.name,
    tokenizeMaxLineLength: maxColouredLine,
  })
  for (const token of lines.flat()) {
    push('plain', token.offset - position)
    push(readCodeColour(token.color), token.content.length)
  }
  if (colours.at(-1)?.kind === 'plain') colours.pop()
  return colours
}
