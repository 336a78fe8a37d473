/* Formulas that did harm somewhere, or resemble such formulas, without delimiters. */

const payloads = [
  ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'java\tscript:alert(1)', '//x.example/x'],
  ...['data:text/html,<script>alert(1)</script>', 'https://x.example/?a=1&b="2"', 'vbscript:x'],
  ...['x" onclick="alert(1)', "x' onload='alert(1)", '"><script>alert(1)</script>', '&quot;>x'],
  ...['</annotation><script>alert(1)</script>', '<img src=x onerror=alert(1)>', '\u202Ejs:x'],
]
const commandsWithPayload: ((payload: string) => string)[] = [
  (payload) => `\\href{${payload}}{x}`,
  (payload) => `\\url{${payload}}`,
  (payload) => `\\includegraphics[width=1em,alt=${payload.replaceAll(']', '')}]{${payload}}`,
  (payload) => `\\htmlId{${payload}}{x}`,
  (payload) => `\\htmlClass{${payload}}{x}`,
  (payload) => `\\htmlStyle{background:url(${payload})}{x}`,
  (payload) => `\\htmlData{a=${payload.replaceAll(/[,=]/g, '')}}{x}`,
  (payload) => `\\text{${payload}}`,
  (payload) => `\\textcolor{${payload}}{x}`,
  (payload) => `\\operatorname{${payload}}`,
  (payload) => `x_{${payload}}`,
]

/** Addresses and markup that must become nothing but letters. */
export const formulasWithPayloads: readonly string[] = payloads.flatMap((payload) =>
  commandsWithPayload.map((write) => write(payload)),
)

const repeat = (part: string, times: number) => part.repeat(times)

/** Each exceeds one limit, by itself or by its expansion, and is shown as source. */
export const limitExceedingFormulas: readonly string[] = [
  // 2,189 characters, where KaTeX overflows the stack.
  repeat('x^{', 730).slice(0, 2_189),
  ...[
    'x^{',
    'x_{',
    '{',
    '\\sqrt{',
    '\\frac{',
    '\\frac1{',
    '\\hat{',
    '\\left(',
    '\\text{',
    '[{',
  ].map((part) => repeat(part, 5_000)),
  ...['\\frac', '\\sqrt', '\\hat', '\\mathbf', '\\overline', '\\text', 'x^\\frac'].map((part) =>
    repeat(part, 300),
  ),
  ...['x', 'x+', '\\alpha ', '\\\\', '&', '\\quad ', '\\rule{1em}{1em}', '$'].map((part) =>
    repeat(part, 2_001),
  ),
  ...['&', 'x&', '\\\\&', '&\\\\'].map(
    (part) => `\\begin{matrix}${repeat(part, 900 / part.length)}\\end{matrix}`,
  ),
  `\\begin{array}{c}${repeat('\\multicolumn{9}{c}{1}', 80)}\\end{array}`,
  // A definition is expanded as often as it is used, also in its own arguments.
  ...[
    '\\def',
    '\\gdef',
    '\\edef',
    '\\xdef',
    '\\newcommand',
    '\\renewcommand\\x x',
    '\\providecommand',
  ].map((define) => `${define}\\a{${repeat('x', 300)}}${repeat('\\a1', 40)}`),
  `\\def\\a#1{${repeat('#1', 12)}}\\a{\\a{\\a{x}}}`,
  '\\def\\a{\\a\\a}\\a',
  '\\def\\a{\\b\\b}\\def\\b{\\c\\c}\\def\\c{\\a\\a}\\a',
  '\\let\\d\\def\\d\\a{\\a\\a}\\a',
  '\\global\\def\\a{x}\\a',
  '\\long\\def\\a{x}\\a',
  '\\newcommand{\\a}[1]{#1#1#1#1}\\a{\\a{\\a{x}}}',
  '\\futurelet\\mathchoice\\tbinom\\minuso',
]

/** Unclosed, unopened or unknown. */
export const brokenFormulas: readonly string[] = [
  ...['{', '}', '\\left(', '\\right)', '\\begin{matrix}', '\\end{matrix}', '^', '_', 'x^', 'x__y'],
  ...['x^2^3', '\\frac', '\\frac{1', '\\sqrt[', '\\text{', '\\', '\\\\\\', '&', '#', '#1', '\\%{'],
  ...['\\begin{', '\\begin{nosuch}x\\end{nosuch}', '\\begin{matrix}x\\end{cases}', '\\verb|x'],
  ...['\\nosuch', '\\nosuch{<script>}', '\\char', '\\char"110000', '\\char-1', '\\unicode{x}'],
  ...[
    '\\kern',
    '\\kern1',
    '\\kern1zz',
    '\\rule{1}{2}',
    '\\color',
    '\\color{<b>}',
    '\\tag',
    '\\tag{1}\\tag{2}',
  ],
  ...[
    '\\@firstoftwo',
    '\\bra@ket',
    '\\csname x\\endcsname',
    '\\input{/etc/passwd}',
    '\\write18{id}',
  ],
  ...['\\openin5=/etc/passwd', '\\special{x}', '\\catcode`\\<=13', '\\loop\\iftrue\\repeat'],
  ...[
    '\u0301',
    '\uFEFF\u202Ex\u202C',
    'x\u0000y',
    '\uFFFE',
    '\uE000',
    'a\u2028b',
    '\uFF1Cscript\uFF1E',
  ],
]

/** Sizes beyond the formula's place, and those that KaTeX limits. */
export const formulasWithHugeDimensions: readonly string[] = [
  '99999em',
  '-99999em',
  '1e9pt',
  '999999999999999999999px',
  '-1e5ex',
].flatMap((size) => [
  `\\kern${size} x`,
  `\\hspace{${size}}x`,
  `\\rule{${size}}{${size}}`,
  `\\rule[${size}]{1em}{1em}`,
  `\\raisebox{${size}}{x}`,
  `\\begin{matrix}x\\\\[${size}]y\\end{matrix}`,
  `\\genfrac(]{${size}}{1}{x}{y}`,
])
