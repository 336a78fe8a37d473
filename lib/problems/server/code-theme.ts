import { codeColourKinds, type CodeColourKind } from '../typeset'

/** A theme's colours, here only numbers of what they stand for; the page has its own, for light and dark. */
function writeColour(kind: CodeColourKind): string {
  return `#00000${codeColourKinds.indexOf(kind)}`
}

/** What the colour of a token stands for. */
export function readCodeColour(colour: string | undefined): CodeColourKind {
  return codeColourKinds[Number(colour?.at(-1))] ?? 'plain'
}

/** Few colours, as on a page of a journal: what one reads past, what steers, and what is a value. */
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
