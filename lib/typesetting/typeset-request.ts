import { shortenTypesetText } from './shorten-text'
import type { TypesetText } from './typeset'
import { typesetFinalAnswer } from './typeset-final-answer'
import { maxFormulaLength } from './typeset-formula'
import { maxTypesetNodes, measureTypesetText, type TypesetBudget } from './typeset-limits'
import { makePlainTypesetText, typesetText } from './typeset-text'

/** A text to typeset. */
export interface TypesetRequest {
  /** `beginning`: more follows, which is not shown. */
  kind: 'text' | 'answer' | 'sections' | 'beginning'
  /** One text, or the sections of one. */
  sources: readonly string[]
  /** For an excerpt: its maximum length (lib/typesetting/shorten-text.ts). */
  excerptCharacters: number | null
}

/** Beyond an excerpt's length, to see the end of its last formula. */
const excerptMargin = maxFormulaLength + 100
/** Excerpts are in tables, with many others. */
const maxExcerptNodes = 100
const maxExcerptOutputCharacters = 12_000

export function typesetRequest(request: TypesetRequest, budget: TypesetBudget): TypesetText {
  const { kind, sources, excerptCharacters } = request
  if (kind === 'sections') return typesetSections(sources, budget)
  const typeset = kind === 'answer' ? typesetFinalAnswer : typesetText
  const [source = ''] = sources
  if (kind === 'beginning')
    return [...typesetText(source, budget), { kind: 'plain', text: '', reason: 'cut' }]
  if (excerptCharacters === null) return typeset(source, budget)
  const excerptBudget = { ...budget, nodes: maxTypesetNodes }
  const beginning = source.slice(0, excerptCharacters + excerptMargin)
  const text = shortenTypesetText(typeset(beginning, excerptBudget), excerptCharacters)
  budget.ms = excerptBudget.ms
  const { nodes, characters } = measureTypesetText(text)
  if (characters > maxExcerptOutputCharacters || nodes > Math.min(maxExcerptNodes, budget.nodes))
    return shortenTypesetText(
      [{ kind: 'plain', text: beginning, reason: 'long' }],
      excerptCharacters,
    )
  budget.nodes -= nodes
  budget.characters -= characters
  return text
}

/** A long text by its sections, because each text has its own limit of formulas. What exceeds the budget is plain. */
function typesetSections(sections: readonly string[], budget: TypesetBudget): TypesetText {
  const blocks: TypesetText = []
  for (const [index, section] of sections.entries()) {
    const reason = budget.ms <= 0 ? 'slow' : 'long'
    if (reason === 'slow' || budget.nodes <= 0 || budget.characters <= 0)
      return [...blocks, ...makePlainTypesetText(sections.slice(index).join('\n'), reason)]
    for (const block of typesetText(section, budget)) blocks.push(block)
  }
  return blocks
}
