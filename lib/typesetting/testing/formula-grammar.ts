import { sampleItems } from '@/lib/platform/random'

/* Formulas by someone who wants KaTeX to execute code, hang, overflow or let something through. */

export interface GeneratedFormula {
  source: string
  /** The rule that generated it. */
  rule: GrammarRuleName
}

type Draw = () => number

const choose = <T>(draw: Draw, list: readonly T[]): T => list[Math.floor(draw() * list.length)]!
const drawCount = (draw: Draw, max: number) => Math.floor(draw() * (max + 1))
/** Evenly spread over orders of magnitude: as many between 1 and 10 as between 100 and 1,000. */
const drawSkewedCount = (draw: Draw, max: number) => Math.floor(max ** draw())

const atoms = [
  ...['x', 'y', 'n', '1', '2.5', '42', '+', '-', '=', '<', '>', ',', '!', '|', ':', "x'", '~'],
  ...['\\alpha', '\\Gamma', '\\infty', '\\sum', '\\int', '\\prod', '\\lim', '\\sin', '\\cdot'],
  ...['\\times', '\\le', '\\ne', '\\in', '\\to', '\\ldots', '\\quad', '\\,', '\\;', '\\!', '\\%'],
  ...['\\&', '\\$', '\\#', '\\_', '\\{', '\\}', '\\Vert', '\\nabla', 'é', 'ж', '中', '字', '한'],
  ...['あ', '∑', '√', '½', '²', '₃', '😀', '\u202E', '\u200B', '\uFEFF', '\uFF1C', '"'],
] as const
/** Mostly rejected where an atom is expected. */
const oddAtoms = [
  '&',
  '%',
  '#',
  '#1',
  '^',
  '_',
  '\\limits',
  '\\hline',
  '\\cr',
  '\\\\',
  '\u0301',
  '\0',
]
const sizes = ['1em', '-1em', '99999em', '-99999em', '1e9pt', '0.0001mu', '1000000px', '3ex', '1cm']
const colours = ['red', '#fff', '#12345678', 'transparent']
const oddColours = ['url(x)', 'red;top:0', 'expression(1)', '#fff" onclick="x', 'javascript:x']
const addresses = [
  ...['javascript:alert(1)', 'https://x.example/', 'data:text/html,<b>', 'http://x/y.png', '//x'],
]
const delimiters = ['(', ')', '[', ']', '\\{', '\\}', '|', '\\|', '.', '\\langle', '/', '\\uparrow']
const environments = [
  ...['matrix', 'pmatrix', 'bmatrix', 'vmatrix', 'cases', 'rcases', 'aligned', 'gathered', 'split'],
  ...['align', 'align*', 'equation', 'gather', 'alignat', 'smallmatrix', 'subarray', 'CD', 'array'],
  ...['darray', 'eqnarray', 'multline', 'nosuch'],
]
const unary = [
  ...['\\sqrt', '\\overline', '\\underline', '\\hat', '\\widehat', '\\vec', '\\tilde', '\\text'],
  ...['\\mathbf', '\\mathbb', '\\mathcal', '\\mathrm', '\\operatorname', '\\boxed', '\\fbox'],
  ...['\\cancel', '\\phantom', '\\smash', '\\llap', '\\rlap', '\\overbrace', '\\underbrace'],
  ...['\\textbf', '\\mbox', '\\mathop', '\\mathrel', '\\xrightarrow', '\\not', '\\pmod'],
  ...['\\displaystyle', '\\Huge', '\\tiny', '\\mathchoice{}{}{}', '\\hphantom', '\\angl'],
]
const binary = [
  ...['\\frac', '\\dfrac', '\\cfrac', '\\binom', '\\overset', '\\underset', '\\stackrel'],
  ...['\\cancelto', '\\genfrac(]{1em}{1}', '\\sqrt[3]', '\\xleftarrow[a]', '\\tbinom'],
]
const commandsWithArgument = [
  ...['\\href', '\\url', '\\includegraphics', '\\htmlId', '\\htmlClass', '\\htmlStyle'],
  ...['\\htmlData', '\\textcolor', '\\colorbox'],
]
const colourCommands = ['\\textcolor', '\\color', '\\colorbox', '\\fcolorbox{red}']
const definitions = [
  ...['\\def\\a{B}\\a', '\\def\\a#1{B#1#1}\\a\\a x', '\\edef\\a{B}\\a', '\\gdef\\a{B}\\a\\a'],
  ...[
    '\\newcommand\\a[2]{#1B#2}\\a{x}{y}',
    '\\renewcommand\\frac{B}\\frac12',
    '\\let\\a\\frac\\a1B',
  ],
  ...[
    '\\def\\a{\\a\\a B}\\a',
    '\\def\\a{\\b\\b}\\def\\b{\\c\\c}\\def\\c{B}\\a',
    '\\futurelet\\a B',
  ],
  ...['\\global\\long\\def\\a{B}\\a', '\\expandafter\\a\\noexpand B', '\\providecommand\\a{B}\\a'],
]

/** Generates one part with nesting up to `depth`. */
function generatePart(draw: Draw, depth: number): string {
  if (depth <= 0) return choose(draw, draw() < 0.02 ? oddAtoms : atoms)
  const inner = () => generatePart(draw, depth - 1 - drawCount(draw, 2))
  const rules: readonly (() => string)[] = [
    () =>
      Array.from({ length: 1 + drawCount(draw, 5) }, () => generatePart(draw, depth - 2)).join(''),
    () => `${inner()}^{${inner()}}`,
    () => `${inner()}_{${inner()}}^${inner()}`,
    () => `${choose(draw, unary)}{${inner()}}`,
    () => `${choose(draw, binary)}{${inner()}}{${inner()}}`,
    () => `\\left${choose(draw, delimiters)}${inner()}\\middle|${inner()}\\right)`,
    () => `\\left${choose(draw, delimiters)}${inner()}\\right${choose(draw, delimiters)}`,
    () => generateTable(draw, 1 + drawCount(draw, 3), inner),
    () => `\\text{${inner()} $${inner()}$ <b>&lt;}`,
    () =>
      `${choose(draw, commandsWithArgument)}{${choose(draw, [...oddColours, ...addresses])}}{${inner()}}`,
    () => `${choose(draw, colourCommands)}{${choose(draw, colours)}}{${inner()}}`,
    () => `\\htmlData{a=${choose(draw, addresses)}" onclick="x}{${inner()}}`,
    () => choose(draw, definitions).replaceAll('B', () => `{${inner()}}`),
    () => `\\rule[${choose(draw, sizes)}]{${choose(draw, sizes)}}{${choose(draw, sizes)}}`,
    () => `\\kern${choose(draw, sizes)} \\hspace{${choose(draw, sizes)}}${inner()}`,
    () => `\\raisebox{${choose(draw, sizes)}}{$${inner()}$}`,
    () => choose(draw, atoms) + inner(),
    () => `{${inner()}\\${choose(draw, ['over', 'atop', 'choose', 'brace'])}{${inner()}}}`,
  ]
  return choose(draw, rules)()
}

function generateTable(draw: Draw, rows: number, cell: () => string): string {
  const name = choose(draw, environments)
  const argument = name.endsWith('array') ? '{l|c@{}r}' : name === 'alignat' ? '{3}' : ''
  const columns = 1 + drawCount(draw, 3)
  const lines = Array.from({ length: rows }, () =>
    Array.from({ length: columns }, () => cell()).join('&'),
  )
  return `\\begin{${name}}${argument}${lines.join('\\\\')}\\end{${name}}`
}

/** Nested structures and how they are closed. */
const nestings: readonly (readonly [string, string])[] = [
  ...([
    ['{', '}'],
    ['x^{', '}'],
    ['x_{', '}'],
    ['\\sqrt{', '}'],
    ['\\frac{1}{', '}'],
  ] as const),
  ...([
    ['\\frac{', '}{2}'],
    ['\\left(', '\\right)'],
    ['\\text{$', '$}'],
    ['\\hat{', '}'],
  ] as const),
  ...([
    ['\\begin{matrix}', '\\end{matrix}'],
    ['\\color{red}{', '}'],
    ['\\boxed{', '}'],
  ] as const),
  ...([
    ['\\frac', ''],
    ['\\sqrt', ''],
    ['x^', ''],
    ['\\left(', ''],
    ['\\mathop', ''],
  ] as const),
  ...([
    ['\\overbrace{', '}^{2}'],
    ['\\xrightarrow[', ']{x}'],
    ['\\href{x}{', '}'],
  ] as const),
  ...([
    ['\\let\\a', '{}'],
    ['\\begin{cases}1&', '\\\\2\\end{cases}'],
    ['(', ')'],
  ] as const),
  ...unary.map((name) => [`${name}{`, '}'] as const),
]

function corrupt(draw: Draw, source: string): string {
  const position = drawCount(draw, source.length)
  const edits: readonly (() => string)[] = [
    () => source.slice(0, position) + source.slice(position + 1),
    () => source.slice(0, position),
    () =>
      source.slice(0, position) +
      choose(draw, ['{', '}', '\\', '$', '&', '<', '"', '\0', '^']) +
      source.slice(position),
    () => source.slice(0, position) + choose(draw, unary) + source.slice(position),
    () => source.slice(position) + source.slice(0, position),
    () => source.slice(0, position) + source.slice(Math.max(0, position - 20)),
  ]
  return choose(draw, edits)()
}

const maxDepth = 5_000
/** Just below the limit, where the worst formulas are. */
const maxAllowedNesting = 58
const maxAllowedLength = 1_990

const rules = {
  tree: (draw: Draw) => generatePart(draw, 1 + drawCount(draw, 9)),
  row: (draw: Draw) =>
    Array.from({ length: 2 + drawCount(draw, 12) }, () => generatePart(draw, 4)).join(' '),
  corrupted: (draw: Draw) => corrupt(draw, generatePart(draw, 1 + drawCount(draw, 8))),
  deep: (draw: Draw) => nest(draw, drawSkewedCount(draw, maxDepth)),
  'deep, just within': (draw: Draw) => nest(draw, 1 + drawCount(draw, maxAllowedNesting)),
  repeated: (draw: Draw) =>
    generatePart(draw, 3)
      .repeat(drawSkewedCount(draw, maxDepth))
      .slice(0, maxDepth * 20),
  'repeated, just within': (draw: Draw) => repeatToLimit(generatePart(draw, 3)),
  cells: (draw: Draw) => generateLongTable(draw),
  defined: (draw: Draw) => generateDefinition(draw),
  'deep and spoilt': (draw: Draw) =>
    corrupt(draw, nest(draw, 1 + drawCount(draw, maxAllowedNesting))),
} satisfies Record<string, (draw: Draw) => string>

export type GrammarRuleName = keyof typeof rules
export const grammarRuleNames = Object.keys(rules) as GrammarRuleName[]

/** One kind of nesting, or several mixed. */
function nest(draw: Draw, depth: number): string {
  const chosenNestings = sampleItems(nestings, 1 + drawCount(draw, 2), draw)
  const pairs = Array.from({ length: depth }, () => choose(draw, chosenNestings))
  const innermost = generatePart(draw, 2)
  const closings = pairs.map(([, close]) => close).reverse()
  return pairs.map(([open]) => open).join('') + innermost + closings.join('')
}

const repeatToLimit = (part: string) =>
  part.repeat(Math.max(1, Math.floor(maxAllowedLength / part.length)))

function generateLongTable(draw: Draw): string {
  const name = choose(draw, ['matrix', 'pmatrix', 'aligned', 'cases', 'array'] as const)
  const start = `\\begin{${name}}${name === 'array' ? '{ccc|c}' : ''}`
  const end = `\\end{${name}}`
  const unit = choose(draw, ['&', '\\\\', 'x&', 'x\\\\', '1&2\\\\', '\\hline\\\\'])
  const max = Math.floor((maxAllowedLength - start.length - end.length) / unit.length)
  return start + unit.repeat(draw() < 0.5 ? max : drawSkewedCount(draw, max)) + end
}

/** One command that expands to much and is used often, or calls itself in its own argument. */
function generateDefinition(draw: Draw): string {
  const name = choose(draw, ['\\def', '\\gdef', '\\edef', '\\let', '\\newcommand', '\\xdef'])
  const body = generatePart(draw, 2)
    .repeat(1 + drawCount(draw, 20))
    .slice(0, 300)
  const uses = '\\a1'.repeat(1 + drawCount(draw, 60))
  if (name === '\\let') return `\\let\\a=${choose(draw, unary)} ${uses}`
  return choose(draw, [
    `${name}\\a{${body}}${uses}`,
    `\\def\\a#1{${'#1'.repeat(1 + drawCount(draw, 12))}}\\a{\\a{\\a{${body.slice(0, 9)}}}}`,
  ])
}

/** The formula with this number, in a stream from a seed. */
export function generateFormula(draw: Draw, number: number): GeneratedFormula {
  const rule = grammarRuleNames[number % grammarRuleNames.length]!
  return { source: rules[rule](draw), rule }
}
