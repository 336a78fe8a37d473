/*
 * Elements, attributes and style properties that KaTeX generates. Everything else in its HTML is
 * foreign.
 */

/**
 * KaTeX can also generate `a`, `img` and `mglyph`, and ids, classes and data chosen by the author,
 * but our settings don't allow that.
 */
export const allowedFormulaElements: ReadonlySet<string> = new Set([
  ...['span', 'math', 'semantics', 'annotation', 'mrow', 'mi', 'mo', 'mn', 'ms', 'mtext'],
  ...['mspace', 'mfrac', 'msqrt', 'mroot', 'msub', 'msup', 'msubsup', 'munder', 'mover'],
  ...['munderover', 'mtable', 'mtr', 'mtd', 'mlabeledtr', 'mstyle', 'mpadded', 'mphantom'],
  ...['menclose', 'svg', 'path', 'line'],
])

const attributes = new Set([
  ...['class', 'style', 'aria-hidden', 'xmlns', 'display', 'encoding', 'accent', 'accentunder'],
  ...['columnalign', 'columnlines', 'columnspacing', 'rowlines', 'rowspacing', 'fence'],
  ...['separator', 'stretchy', 'symmetric', 'minsize', 'maxsize', 'form', 'displaystyle'],
  ...['scriptlevel', 'linethickness', 'lspace', 'rspace', 'voffset', 'side', 'mathvariant'],
  ...['mathcolor', 'mathbackground', 'mathsize', 'movablelimits', 'notation', 'depth', 'width'],
  ...['height', 'viewBox', 'preserveAspectRatio', 'd', 'x1', 'x2', 'y1', 'y2', 'stroke-width'],
  ...['largeop', 'linebreak', 'valign'],
])

const lengthPattern = String.raw`-?\d*\.?\d+(?:e-?\d+)?(?:em|ex|px|pt)?`
const colour = String.raw`(?:#[0-9a-fA-F]{3,8}|[a-zA-Z]+)`
const sizePattern = new RegExp(
  String.raw`^(?:${lengthPattern}(?: ${lengthPattern})?|100%|calc\(100% - ${lengthPattern}\))$`,
)
const border = new RegExp(`^${lengthPattern} solid(?: ${colour})?$`)
const colourPattern = new RegExp(`^${colour}$`)

const styles: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    [
      ...['height', 'width', 'min-width', 'top', 'bottom', 'left', 'vertical-align', 'margin'],
      ...['margin-left', 'margin-right', 'margin-top', 'padding-left', 'border-width'],
      ...['border-top-width', 'border-right-width', 'border-bottom-width'],
    ].map((name) => [name, sizePattern]),
  ),
  'border-style': /^(?:solid|dashed)$/,
  'border-right-style': /^(?:solid|dashed)$/,
  border,
  color: colourPattern,
  'background-color': colourPattern,
  'border-color': colourPattern,
  'text-shadow': new RegExp(`^${lengthPattern} ${lengthPattern} ${lengthPattern}$`),
  // Moves an element by its own `top`; `absolute` and `fixed` would leave the formula.
  position: /^relative$/,
}

function isAllowedStyle(style: string): boolean {
  return style
    .split(';')
    .filter((declaration) => declaration.trim() !== '')
    .every((declaration) => {
      const [name = '', value = '', ...otherParts] = declaration
        .split(':')
        .map((part) => part.trim())
      return otherParts.length === 0 && (styles[name]?.test(value) ?? false)
    })
}

const namespaces = /^http:\/\/www\.w3\.org\/(?:1998\/Math\/MathML|2000\/svg)$/
const externalReference = /url\(|expression|&|\/\/|:/i

/**
 * Everything in a formula's HTML that KaTeX must not generate, including unbalanced tags; empty if
 * there is nothing.
 */
export function findForbiddenFormulaHtml(html: string): string[] {
  const forbidden: string[] = []
  const openElements: string[] = []
  const textWithoutTags = html.replaceAll(
    /<(\/?)([a-zA-Z][\w-]*)((?:\s+[\w:-]+="[^"<>]*")*)\s*(\/?)>/g,
    (_, closingSlash: string, name: string, attributeText: string, endSlash: string) => {
      if (!allowedFormulaElements.has(name)) forbidden.push(name)
      if (closingSlash !== '') {
        if (openElements.pop() !== name) forbidden.push(`/${name}`)
      } else if (endSlash === '') openElements.push(name)
      for (const [, key = '', value = ''] of attributeText.matchAll(/([\w:-]+)="([^"]*)"/g))
        if (!isAllowedAttribute(key, value)) forbidden.push(`${key}=${value}`)
      return ''
    },
  )
  if (openElements.length > 0) forbidden.push(`not closed: ${openElements.join()}`)
  return /[<>]/.test(textWithoutTags) ? [...forbidden, textWithoutTags] : forbidden
}

function isAllowedAttribute(key: string, value: string): boolean {
  if (!attributes.has(key)) return false
  if (key === 'style') return isAllowedStyle(value)
  if (key === 'xmlns') return namespaces.test(value)
  return !externalReference.test(value)
}
