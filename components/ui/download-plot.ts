import { drawPlot, type PlotText } from './draw-plot'
import { formatDownloadName, type PlotFormat } from './plot-file'
import { saveFile } from './save-file'

/** For screens with two pixels per CSS pixel, and for print. */
const pngScale = 2

interface PlotFile {
  title: string
  name: string
  format: PlotFormat
}

/** Downloads the plot of a figure in the colours of the current theme. */
export async function downloadPlot(
  figure: Element,
  { title, name, format }: PlotFile,
): Promise<void> {
  const { image, texts } = drawPlot(figure, title)
  const file = format === 'svg' ? encodeSvg(image) : await drawPng(image, texts)
  saveFile(file, formatDownloadName(location.pathname, name, format))
}

const serialise = (image: SVGSVGElement) => new XMLSerializer().serializeToString(image)

const encodeSvg = (image: SVGSVGElement) => new Blob([serialise(image)], { type: 'image/svg+xml' })

/** An image can't use the fonts of the page, so the canvas draws the texts. */
async function drawPng(image: SVGSVGElement, texts: readonly PlotText[]): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = image.width.baseVal.value * pngScale
  canvas.height = image.height.baseVal.value * pngScale
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('The browser can’t draw images.')
  for (const text of image.querySelectorAll('text')) text.remove()
  context.drawImage(await loadImage(serialise(image)), 0, 0, canvas.width, canvas.height)
  context.scale(pngScale, pngScale)
  context.textAlign = 'center'
  for (const { text, x, y, font, colour } of texts) {
    context.font = font
    context.fillStyle = colour
    context.fillText(text, x, y)
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((png) => (png ? resolve(png) : reject(new Error('The plot is too large.')))),
  )
}

/** Our Content-Security-Policy allows images from `data:` addresses, but not from `blob:`. */
async function loadImage(svg: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  return image
}
