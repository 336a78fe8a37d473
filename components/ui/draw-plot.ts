import { splitColour } from './plot-file'

const svgNamespace = 'http://www.w3.org/2000/svg'
const padding = 16

/** What a shape needs. Classes, styles and links are left out. */
const copiedAttributes = [
  ...['x', 'y', 'x1', 'x2', 'y1', 'y2', 'cx', 'cy', 'dx', 'dy', 'r', 'rx', 'ry', 'd', 'points'],
  ...['width', 'height', 'viewBox', 'transform', 'id', 'clip-path'],
]
const fontProperties = ['font-family', 'font-size', 'font-weight', 'font-style']
/** Inherited by the shapes in a group, like fill and stroke. */
const inheritedProperties = [
  ...fontProperties,
  ...['stroke-width', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin'],
  ...['text-anchor', 'shape-rendering', 'visibility'],
]

type Attributes = Record<string, string | number>

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

interface TextLine extends Box {
  text: string
  parent: Element
}

/** For a canvas. `x` is the middle and `y` the baseline. */
export interface PlotText {
  text: string
  x: number
  y: number
  font: string
  colour: string
}

/** Draws the plots of a figure, and the text next to them, as an image that needs no style sheet. */
export function drawPlot(
  figure: Element,
  title: string,
): { image: SVGSVGElement; texts: PlotText[] } {
  const restoreScrolling = scrollToStart(figure)
  const { plots, lines } = findVisibleParts(figure)
  const boxes = [...plots.map((plot) => plot.getBoundingClientRect()), ...lines]
  const left = Math.min(...boxes.map((box) => box.left)) - padding
  const top = Math.min(...boxes.map((box) => box.top)) - padding
  const width = Math.ceil(Math.max(...boxes.map(({ right }) => right)) + padding - left)
  const height = Math.ceil(Math.max(...boxes.map(({ bottom }) => bottom)) + padding - top)
  const image = createElement('svg', { width, height, viewBox: `0 0 ${width} ${height}` })
  const titleElement = createElement('title', {})
  titleElement.textContent = title
  const paper = splitColour(getComputedStyle(document.documentElement).backgroundColor).colour
  image.append(
    titleElement,
    createElement('rect', { width, height, fill: paper }),
    ...plots.map((plot) => copyPlot(plot, left, top)),
    ...lines.map((line) => drawLine(line, left, top)),
  )
  const texts = [...lines, ...plots.flatMap((plot) => findVisibleParts(plot).lines)].map((line) =>
    placeText(line, left, top),
  )
  restoreScrolling()
  return { image, texts }
}

/** Shows the left end of everything that scrolls, so that a sticky axis is at its place. */
function scrollToStart(figure: Element): () => void {
  const positions = Array.from(figure.querySelectorAll('[role=region]'), (region) => ({
    region,
    position: region.scrollLeft,
  }))
  // In a reversed row, positions are negative.
  for (const { region } of positions) region.scrollLeft = -region.scrollWidth
  return () => {
    for (const { region, position } of positions) region.scrollLeft = position
  }
}

/** Leaves out the caption and what only screen readers get, which is 1 px wide. */
function findVisibleParts(element: Element) {
  const plots: SVGSVGElement[] = []
  const lines: TextLine[] = []
  for (const node of element.childNodes) {
    if (node instanceof Text) lines.push(...measureLines(node, element))
    if (!(node instanceof Element) || node.localName === 'figcaption') continue
    if (node.getBoundingClientRect().width <= 1) continue
    if (node instanceof SVGSVGElement) {
      plots.push(node)
      continue
    }
    const parts = findVisibleParts(node)
    plots.push(...parts.plots)
    lines.push(...parts.lines)
  }
  return { plots, lines }
}

function measureLines(node: Text, parent: Element): TextLine[] {
  const lines: TextLine[] = []
  const range = document.createRange()
  for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
    range.setStart(node, index)
    range.setEnd(node, index + word.length)
    const { left, top, right, bottom } = range.getBoundingClientRect()
    const line = lines.at(-1)
    if (line?.top === top) Object.assign(line, { text: `${line.text} ${word}`, right })
    else lines.push({ text: word, parent, left, top, right, bottom })
  }
  return lines
}

function drawLine(line: TextLine, left: number, top: number): SVGElement {
  const element = createElement('text', {
    x: round(line.left - left),
    y: round(findBaseline(line) - top),
    // Where the font is missing, the text has to fit too.
    textLength: round(line.right - line.left),
    lengthAdjust: 'spacingAndGlyphs',
    ...readProperties(getComputedStyle(line.parent), fontProperties),
    fill: readTextColour(line),
  })
  element.textContent = line.text
  return element
}

function placeText(line: TextLine, left: number, top: number): PlotText {
  return {
    text: line.text,
    x: (line.left + line.right) / 2 - left,
    y: findBaseline(line) - top,
    font: formatFont(line),
    colour: readTextColour(line),
  }
}

const readTextColour = ({ parent }: TextLine) => {
  const { fill, color } = getComputedStyle(parent)
  return splitColour(parent instanceof SVGElement ? fill : color).colour
}

/** The font as it looks on the page: a plot can be scaled to the width of its column. */
function formatFont({ parent }: TextLine): string {
  const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(parent)
  const scale = parent instanceof SVGGraphicsElement ? (parent.getScreenCTM()?.a ?? 1) : 1
  return `${fontStyle} ${fontWeight} ${Number.parseFloat(fontSize) * scale}px ${fontFamily}`
}

function findBaseline(line: TextLine): number {
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) return line.bottom
  context.font = formatFont(line)
  const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText('')
  return line.top + ((line.bottom - line.top) * ascent) / (ascent + descent)
}

function copyPlot(plot: SVGSVGElement, left: number, top: number): SVGElement {
  const box = plot.getBoundingClientRect()
  const copy = copyElement(plot, {})
  setAttributes(copy, {
    x: round(box.left - left),
    y: round(box.top - top),
    width: round(box.width),
    height: round(box.height),
  })
  return copy
}

/** `inherited`: the styles of the copied parent, which are not repeated. */
function copyElement(source: Element, inherited: Attributes): SVGElement {
  const style = getComputedStyle(source)
  const styles = readStyles(style)
  const copy = createElement(source.localName, {})
  for (const name of copiedAttributes) {
    const value = source.getAttribute(name)
    if (value !== null) copy.setAttribute(name, value)
  }
  for (const [name, value] of Object.entries(styles))
    if (value !== inherited[name]) copy.setAttribute(name, String(value))
  if (style.opacity !== '1') copy.setAttribute('opacity', style.opacity)
  for (const node of source.childNodes) {
    if (node instanceof Element) copy.append(copyElement(node, styles))
    else if (node instanceof Text) copy.append(node.data)
  }
  return copy
}

function readStyles(style: CSSStyleDeclaration): Attributes {
  const fill = splitColour(style.fill)
  const stroke = splitColour(style.stroke)
  return {
    fill: fill.colour,
    'fill-opacity': round(fill.opacity * Number(style.fillOpacity)),
    stroke: stroke.colour,
    'stroke-opacity': round(stroke.opacity * Number(style.strokeOpacity)),
    ...readProperties(style, inheritedProperties),
  }
}

/** Lengths without their unit. */
const readProperties = (style: CSSStyleDeclaration, names: readonly string[]): Attributes =>
  Object.fromEntries(
    names.map((name) => [name, style.getPropertyValue(name).replace(/(\d)px/g, '$1')]),
  )

function createElement<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes,
): SVGElementTagNameMap[Name]
function createElement(name: string, attributes: Attributes): SVGElement
function createElement(name: string, attributes: Attributes): Element {
  const element = document.createElementNS(svgNamespace, name)
  setAttributes(element, attributes)
  return element
}

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
}

const round = (value: number) => Math.round(value * 1_000) / 1_000
