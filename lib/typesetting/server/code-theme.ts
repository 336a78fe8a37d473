import { codeColourKinds, type CodeColourKind } from '../typeset'

/**
 * The theme's colours are only numbers. The page maps them to colours for light and dark mode.
 */
function writeColour(kind: CodeColourKind): string {
  return `#00000${codeColourKinds.indexOf(kind)}`
}

/** Meaning of a token's colour. */
export function readCodeColour(colour: string | undefined): CodeColourKind {
  return codeColourKinds[Number(colour?.at(-1))] ?? 'plain'
}

/** Few colours, as in a journal: comments, control flow and values. */
const scopes: [CodeColourKind, string[]][] = [
  ['comment', ['comment', 'punctuation.definition.comment']],
  ['string', ['string', 'constant.character']],
  ['number', ['constant.numeric']],
  ['keyword', ['keyword', 'storage', 'constant.language', 'support.function.general.tex']],
  ['keyword', ['support.function.general.latex', 'support.function.math.tex']],
  ['plain', ['keyword.operator', 'storage.type.java', 'storage.type.generic.java']],
  ['plain', ['storage.modifier.import.java', 'meta.embedded', 'meta.template.expression']],
  ['keyword', ['keyword.operator.logical.python', 'keyword.operator.expression']],
  ['keyword', ['keyword.operator.new', 'keyword.operator.word']],
]

export const codeTheme = {
  name: 'stepmark',
  type: 'light' as const,
  settings: [
    { settings: { foreground: writeColour('plain'), background: '#ffffff' } },
    ...scopes.map(([kind, scope]) => ({ scope, settings: { foreground: writeColour(kind) } })),
  ],
}
